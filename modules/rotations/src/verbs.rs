//! The verbs of rotations, which add and remove projects.

use kernel::WriteContext;
use kernel::prelude::*;
use kernel::verb::{Verb, With};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{MOST, Rotations, TOO_MANY, queries};

pub(crate) const VERBS: &[Verb] = &[
    Verb {
        description: "A rotation has at most ten projects. If there would be more, none is added.",
        permission: Some("rotations:update"),
        icon: "list-plus",
        done: "Projects added",
        ..Verb::of::<Rotations>("add", "Add Projects", &With(add))
    },
    Verb {
        permission: Some("rotations:update"),
        icon: "list-minus",
        done: "Project removed",
        ..Verb::of::<Rotations>("remove", "Remove Project", &With(remove))
    },
];

/// Projects to add to a rotation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(title = "Add projects")]
struct AddProjects {
    /// Projects that are already in the rotation stay where they are.
    #[schemars(title = "Projects", length(min = 1, max = 100), extend(
        "x-reference" = { "resource": "projects" },
        "x-messages" = {
            "required": "At least one project is required",
            "minItems": "At least one project is required"
        }
    ))]
    project_ids: Vec<Id>,
}

/// A project to remove from a rotation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(title = "Remove project")]
struct RemoveProject {
    /// The project.
    #[schemars(title = "Project", extend("x-reference" = { "resource": "projects" }))]
    project_id: Id,
}

fn add(writing: &mut WriteContext<'_>, id: &Id, body: AddProjects) -> Result<bool> {
    let AddProjects { project_ids } = body;
    change(writing.conn(), id, |chosen| {
        for project in project_ids {
            if !chosen.contains(&project) {
                chosen.push(project);
            }
        }
        match chosen.len() > MOST {
            true => Err(Error::invalid("/projectIds", TOO_MANY)),
            false => Ok(()),
        }
    })
}

fn remove(writing: &mut WriteContext<'_>, id: &Id, body: RemoveProject) -> Result<bool> {
    change(writing.conn(), id, |chosen| {
        let before = chosen.len();
        chosen.retain(|project| *project != body.project_id);
        match chosen.len() == before {
            true => Err(Error::invalid("/projectId", "This project is not in the rotation")),
            false => Ok(()),
        }
    })
}

/// Changes the projects of a rotation, whose row is locked: of two concurrent requests that add
/// projects, the second counts those of the first.
fn change(
    conn: &mut Conn,
    id: &Id,
    change: impl FnOnce(&mut Vec<Id>) -> Result<()>,
) -> Result<bool> {
    let before: Vec<Id> =
        Rotations::find(conn, id)?.projects.into_iter().map(|project| project.id).collect();
    let mut chosen = before.clone();
    change(&mut chosen)?;
    if chosen == before {
        return Ok(false);
    }
    Rotations::replace_projects(conn, id, &chosen)?;
    queries::touch(conn, id)?;
    Ok(true)
}
