//! The SQL of projects.

use diesel::dsl::{InnerJoin, InnerJoinQuerySource};
use diesel::prelude::*;
use kernel::changed;
use kernel::db;
use kernel::prelude::*;

use crate::project::{Coordinates, Project, ProjectFields, ProjectInput};
use crate::tables::{developers, projects};

/// The join that lists of projects select from.
pub(crate) type ProjectSource = InnerJoinQuerySource<projects::table, developers::table>;

pub(crate) type Joined = InnerJoin<projects::table, developers::table>;

pub(crate) fn joined() -> Joined {
    projects::table.inner_join(developers::table)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = projects)]
pub struct ProjectRow {
    id: Id,
    #[diesel(embed)]
    fields: ProjectFields,
    developer_id: Id,
    #[diesel(select_expression = developers::name)]
    developer_name: String,
    latitude: Option<f64>,
    longitude: Option<f64>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<ProjectRow> for Project {
    fn from(row: ProjectRow) -> Self {
        let place = row.latitude.zip(row.longitude);
        Self {
            id: row.id,
            fields: row.fields,
            developer: Named { id: row.developer_id, name: row.developer_name },
            coordinates: place.map(|(latitude, longitude)| Coordinates { latitude, longitude }),
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

pub(crate) fn project_fields() -> Fields<projects::table, ProjectSource> {
    Fields::new("_id", projects::id)
        .field("name", projects::name)
        .searched()
        .named("developer", projects::developer_id, developers::name)
        .field("location", projects::location)
        .long_text("description", projects::description)
        .field("projectType", projects::project_type)
        .field("totalUnits", projects::total_units)
        .field("completionDate", projects::completion_date)
        .field("videoLink", projects::video_link)
        .field("floors", projects::floors)
        .long_text("financing", projects::financing)
        .field("createdAt", projects::created_at)
        .field("updatedAt", projects::updated_at)
}

pub(crate) fn insert_project(conn: &mut Conn, id: &Id, input: ProjectInput) -> Result<()> {
    let now = Timestamp::now();
    diesel::insert_into(projects::table)
        .values((
            projects::id.eq(id),
            input.fields,
            projects::developer_id.eq(input.developer.id),
            projects::latitude.eq(input.coordinates.map(|place| place.latitude)),
            projects::longitude.eq(input.coordinates.map(|place| place.longitude)),
            projects::created_at.eq(now),
            projects::updated_at.eq(now),
        ))
        .execute(conn)?;
    Ok(())
}

pub(crate) fn update_project(
    conn: &mut Conn,
    id: &Id,
    was: &ProjectInput,
    is: ProjectInput,
) -> Result<()> {
    let place = is.coordinates;
    db::update(projects::table.find(id))
        .set((
            changed!(projects: ProjectFields {
                name, location, project_type, description, total_units, completion_date, amenities,
                gallery, video_link, features, floors, payment_plan, financing,
            }, &was.fields => is.fields),
            (was.developer.id != is.developer.id)
                .then(|| projects::developer_id.eq(is.developer.id)),
            (was.coordinates != place).then(|| {
                (
                    projects::latitude.eq(place.map(|place| place.latitude)),
                    projects::longitude.eq(place.map(|place| place.longitude)),
                )
            }),
            projects::updated_at.eq(Timestamp::now()),
        ))
        .execute(conn)?;
    Ok(())
}
