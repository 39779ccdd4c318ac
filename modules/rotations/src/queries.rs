//! The SQL of rotations.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use kernel::db;
use kernel::prelude::*;
use kernel::time::{monday_of, today};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Rotation, RotationFields, RotationInput, Rotations};

diesel::table! {
    rotations (id) {
        id -> Text,
        name -> Text,
        week_start -> Nullable<Date>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}
diesel::table! {
    rotation_projects (rotation_id, project_id) {
        rotation_id -> Text,
        project_id -> Text,
        position -> Integer,
    }
}

// The columns that rotations read of the projects table.
diesel::table! {
    projects (id) {
        id -> Text,
        name -> Text,
    }
}

diesel::joinable!(rotation_projects -> projects (project_id));
diesel::joinable!(rotation_projects -> rotations (rotation_id));
diesel::allow_tables_to_appear_in_same_query!(rotation_projects, projects, rotations);

#[derive(Queryable, Selectable)]
#[diesel(table_name = rotations)]
pub struct RotationRow {
    id: Id,
    #[diesel(embed)]
    fields: RotationFields,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<RotationRow> for Rotation {
    fn from(row: RotationRow) -> Self {
        Self {
            id: row.id,
            fields: row.fields,
            projects: Vec::new(),
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

pub(crate) fn fields() -> Fields<rotations::table> {
    Fields::new("_id", rotations::id)
        .field("name", rotations::name)
        .searched()
        .field("weekStart", rotations::week_start)
        .field("createdAt", rotations::created_at)
        .field("updatedAt", rotations::updated_at)
}

/// Reads the projects of rotations, with one statement.
pub(crate) fn read_projects(conn: &mut Conn, rotations: &mut [Rotation]) -> Result<()> {
    let ids: Vec<&Id> = rotations.iter().map(|rotation| &rotation.id).collect();
    let mut projects = projects_of(conn, &ids)?;
    for rotation in rotations {
        rotation.projects = projects.remove(&rotation.id).unwrap_or_default();
    }
    Ok(())
}

fn projects_of(conn: &mut Conn, rotations: &[&Id]) -> Result<HashMap<Id, Vec<Named>>> {
    let rows = rotation_projects::table
        .inner_join(projects::table)
        .filter(rotation_projects::rotation_id.eq_any(rotations))
        .order((rotation_projects::rotation_id, rotation_projects::position))
        .select((rotation_projects::rotation_id, projects::id, projects::name))
        .load::<(Id, Id, String)>(conn)?;
    let mut projects: HashMap<Id, Vec<Named>> = HashMap::new();
    for (rotation, id, name) in rows {
        projects.entry(rotation).or_default().push(Named { id, name });
    }
    Ok(projects)
}

/// Returns the rotation of the current week in Asia/Dubai, if there is one. One lookup in its
/// index.
pub fn this_week(conn: &mut Conn) -> Result<Option<Rotation>> {
    let id: Option<Id> = rotations::table
        .filter(rotations::week_start.eq(monday_of(today())))
        .select(rotations::id)
        .first(conn)
        .optional()?;
    id.map(|id| Rotations::find(conn, &id)).transpose()
}

/// The latest scheduled rotation that a project is in.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Last rotation")]
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
pub fn last_of(conn: &mut Conn, projects: &[Id]) -> Result<HashMap<Id, LastRotation>> {
    let rows = rotation_projects::table
        .inner_join(rotations::table)
        .filter(rotation_projects::project_id.eq_any(projects))
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
    Ok(rows.into_iter().map(last).collect())
}

pub(crate) fn insert(conn: &mut Conn, id: &Id, input: &RotationInput) -> Result<()> {
    let now = Timestamp::now();
    diesel::insert_into(rotations::table)
        .values((
            rotations::id.eq(id),
            rotations::name.eq(&input.fields.name),
            rotations::week_start.eq(input.fields.week_start),
            rotations::created_at.eq(now),
            rotations::updated_at.eq(now),
        ))
        .execute(conn)?;
    put_in(conn, id, &input.project_ids)
}

pub(crate) fn update(conn: &mut Conn, id: &Id, input: &RotationInput) -> Result<()> {
    let week_start: Option<NaiveDate> = input.fields.week_start;
    db::update(rotations::table.find(id))
        .set((
            rotations::name.eq(&input.fields.name),
            rotations::week_start.eq(week_start),
            rotations::updated_at.eq(Timestamp::now()),
        ))
        .execute(conn)?;
    choose(conn, id, &input.project_ids)
}

/// Replaces the projects of a rotation with these, in this order.
pub(crate) fn choose(conn: &mut Conn, id: &Id, projects: &[Id]) -> Result<()> {
    diesel::delete(rotation_projects::table.filter(rotation_projects::rotation_id.eq(id)))
        .execute(conn)?;
    put_in(conn, id, projects)
}

/// Sets the time of the last change of a rotation to now.
pub(crate) fn touch(conn: &mut Conn, id: &Id) -> Result<()> {
    db::update(rotations::table.find(id))
        .set(rotations::updated_at.eq(Timestamp::now()))
        .execute(conn)?;
    Ok(())
}

/// Inserts the projects of a rotation, with at most ten statements.
fn put_in(conn: &mut Conn, id: &Id, projects: &[Id]) -> Result<()> {
    for (position, project) in (0i32..).zip(projects) {
        diesel::insert_into(rotation_projects::table)
            .values((
                rotation_projects::rotation_id.eq(id),
                rotation_projects::project_id.eq(project),
                rotation_projects::position.eq(position),
            ))
            .execute(conn)?;
    }
    Ok(())
}

/// Returns the identifiers that belong to existing projects.
pub(crate) fn known(conn: &mut Conn, ids: &[Id]) -> Result<Vec<Id>> {
    Ok(projects::table.filter(projects::id.eq_any(ids)).select(projects::id).load(conn)?)
}
