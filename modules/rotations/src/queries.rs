//! The SQL of rotations.

use std::collections::HashMap;

use ::projects::Projects;
use chrono::NaiveDate;
use diesel::prelude::*;
use kernel::db;
use kernel::prelude::*;
use kernel::time::{today, week_of};
use kernel::{Reader, Shown};
use schemars::JsonSchema;
use serde::Serialize;

use crate::rotations_tables::{rotation_projects, rotations};
use crate::{Rotation, Rotations};

/// Returns the rotation of the current week in Asia/Dubai, if there is one that the user may read, with the projects that
/// the user may read. One lookup in its index.
pub fn this_week(conn: &mut Conn, reader: &Reader) -> Result<Option<Rotation>> {
    let id: Option<Id> = rotations::table
        .filter(rotations::week_start.eq(week_of(today())))
        .filter(reader.readable::<Rotations>()?)
        .select(rotations::id)
        .first(conn)
        .optional()?;
    let Some(id) = id else { return Ok(None) };
    let mut rotation = Rotations::find(conn, &id)?;
    let ids = rotation.projects.iter().map(|project| project.id.clone()).collect();
    let readable = reader.among::<Projects>(conn, ids)?;
    let is_shown = reader.sees::<Rotations>("projects");
    rotation.projects.retain(|project| is_shown && readable.contains(&project.id));
    Ok(Some(rotation))
}

/// The latest scheduled rotation that a project is in.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Last rotation", extend("x-shows" = "rotations"))]
pub struct LastRotation {
    /// The rotation.
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    /// Its Monday.
    pub week_start: NaiveDate,
}

/// Returns the latest scheduled rotation of each of these projects; projects in none are missing.
/// One lookup in its index for each project.
pub fn last_of(
    conn: &mut Conn,
    projects: &[Id],
    reader: &Reader,
) -> Result<HashMap<Id, Shown<LastRotation>>> {
    let rows = rotation_projects::table
        .inner_join(rotations::table)
        .filter(rotation_projects::project_id.eq_any(projects))
        .filter(reader.readable::<Rotations>()?)
        .filter(rotations::week_start.is_not_null())
        .order(rotations::week_start.assume_not_null())
        .select((
            rotation_projects::project_id,
            rotations::id,
            rotations::name,
            rotations::week_start.assume_not_null(),
        ))
        .load::<(Id, Id, String, NaiveDate)>(conn)?;
    // The later ones come last.
    let last = |(project, id, name, week_start)| (project, LastRotation { id, name, week_start });
    let (projects, last): (Vec<Id>, Vec<_>) = rows.into_iter().map(last).unzip();
    // All of them may be read, so that none is left out.
    Ok(projects.into_iter().zip(reader.show::<Rotations, _>(conn, last)?).collect())
}

/// Sets the time of the last change of a rotation to now.
pub(crate) fn touch(conn: &mut Conn, id: &Id) -> Result<()> {
    db::update(rotations::table.find(id))
        .set(rotations::updated_at.eq(Timestamp::now()))
        .execute(conn)?;
    Ok(())
}
