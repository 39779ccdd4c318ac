//! Projects: a building or community of units.

use kernel::prelude::*;
use kernel::resource::Check;

use crate::project::{Project, ProjectInput};
use crate::queries;
use crate::tables::projects;

/// The resource.
pub struct Projects;

impl Resource for Projects {
    type View = Project;
    type Table = projects::table;
    type Source = queries::ProjectSource;

    const INFO: Info = Info {
        name: "projects",
        singular: "project",
        label: "Projects",
        description: "Buildings and communities, with their units.",
        table: "projects",
        hint: "{developer} · {location}",
        icon: "building-2",
        groups: &[
            Group::new("Basic Information", &["name", "developer", "location", "projectType"]),
            Group::new("Coordinates", &["coordinates"])
                .described("Where the project is on the map."),
            Group::new(
                "Project Details",
                &["description", "totalUnits", "floors", "completionDate"],
            ),
            Group::new("Amenities", &["amenities"]).described("What all residents share."),
            Group::new("Features", &["features"]),
            Group::new("Pictures and Video", &["gallery", "videoLink"]),
            Group::new("Payment and Financing", &["paymentPlan", "financing"]),
        ],
        cards: &[Card::Count],
        columns: &["name", "developer", "location", "projectType", "totalUnits", "completionDate"],
        references: &[Reference::one("/developer/_id", "developer", "developer_id", "developers")],
        ..Info::DEFAULT
    };

    fn fields() -> Fields<Self::Table, Self::Source> {
        queries::project_fields()
    }

    kernel::rows!(projects: queries::joined() => queries::ProjectRow);
}

impl Writable for Projects {
    type Input = ProjectInput;

    const CHECK: Option<Check<ProjectInput>> = Some(|_, _, is, _| is.fields.payment_plan.check());

    fn insert(conn: &mut Conn, id: &Id, input: ProjectInput, _: &Actor) -> Result<()> {
        queries::insert_project(conn, id, input)
    }

    fn update(
        conn: &mut Conn,
        id: &Id,
        was: &ProjectInput,
        is: ProjectInput,
        _: &Actor,
    ) -> Result<()> {
        queries::update_project(conn, id, was, is)
    }
}
