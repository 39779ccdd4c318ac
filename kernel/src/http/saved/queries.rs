//! Queries for saved filters and views.

use diesel::prelude::*;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::statements::{self, RowLock};
use crate::db::{self, Conn, Run, fold};

diesel::table! {
    /// Saved filters and views. `resource` is what one is for, `filter_state` its content.
    saved_filters (id) {
        id -> Text,
        account_id -> Text,
        #[sql_name = "resource"]
        of -> Text,
        name -> Text,
        description -> Nullable<Text>,
        icon -> Nullable<Text>,
        #[sql_name = "filter_state"]
        state -> Text,
        is_default -> Bool,
        shared -> Bool,
        on_index -> Bool,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

diesel::table! {
    /// The columns that name an owner.
    accounts (id) {
        id -> Text,
        first_name -> Text,
        last_name -> Text,
    }
}

diesel::joinable!(saved_filters -> accounts (account_id));
diesel::allow_tables_to_appear_in_same_query!(saved_filters, accounts);

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = saved_filters)]
pub(super) struct SavedRow {
    pub(super) id: Id,
    pub(super) account_id: Id,
    #[diesel(embed)]
    pub(super) content: Content,
    pub(super) created_at: Timestamp,
    pub(super) updated_at: Timestamp,
}

/// The content of a filter or view.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = saved_filters, treat_none_as_null = true)]
pub(super) struct Content {
    /// What it is for: a resource, or the explorer.
    pub(super) of: String,
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) icon: Option<String>,
    /// The filter or the view itself.
    pub(super) state: String,
    pub(super) is_default: bool,
    pub(super) shared: bool,
    pub(super) on_index: bool,
}

/// A row, and its owner's first and last name.
pub(super) type Stored = (SavedRow, String, String);

/// Locks the owner's account until the transaction ends, so that no other transaction writes this
/// user's filters and views.
pub(super) fn lock_owner(conn: &mut Conn, owner: &Id) -> Result<()> {
    statements::lock(conn, "accounts", owner, RowLock::Update)
}

/// Lists those of `person` and shared ones: the person's default first, then by name with case
/// folding.
pub(super) fn list(conn: &mut Conn, of: &str, person: &Id) -> Result<Vec<Stored>> {
    let own = || saved_filters::account_id.eq(person);
    saved_filters::table
        .inner_join(accounts::table)
        .filter(saved_filters::of.eq(of))
        .filter(own().or(saved_filters::shared))
        .order((
            own().and(saved_filters::is_default).desc(),
            fold(saved_filters::name),
            saved_filters::id,
        ))
        .select((SavedRow::as_select(), accounts::first_name, accounts::last_name))
        .all(conn)
}

pub(super) fn find(conn: &mut Conn, id: &Id) -> Result<Stored> {
    let row = saved_filters::table
        .inner_join(accounts::table)
        .filter(saved_filters::id.eq(id))
        .select((SavedRow::as_select(), accounts::first_name, accounts::last_name))
        .first(conn)?;
    Ok(row)
}

/// Counts those of `owner` for `of`.
pub(super) fn count(conn: &mut Conn, of: &str, owner: &Id) -> Result<i64> {
    let count = saved_filters::table
        .filter(saved_filters::of.eq(of))
        .filter(saved_filters::account_id.eq(owner))
        .count()
        .get_result(conn)?;
    Ok(count)
}

/// Clears the default of `owner` for `of`.
pub(super) fn take_default(conn: &mut Conn, of: &str, owner: &Id, now: Timestamp) -> Result<()> {
    let own = saved_filters::of.eq(of).and(saved_filters::account_id.eq(owner));
    db::update(saved_filters::table.filter(own.and(saved_filters::is_default)))
        .set((saved_filters::is_default.eq(false), saved_filters::updated_at.eq(now)))
        .run(conn)
}

pub(super) fn insert(conn: &mut Conn, row: &SavedRow) -> Result<()> {
    diesel::insert_into(saved_filters::table).values(row).run(conn)
}

pub(super) fn update(conn: &mut Conn, id: &Id, content: &Content, now: Timestamp) -> Result<()> {
    db::update(saved_filters::table.find(id))
        .set((content, saved_filters::updated_at.eq(now)))
        .run(conn)
}

pub(super) fn delete(conn: &mut Conn, id: &Id) -> Result<()> {
    diesel::delete(saved_filters::table.find(id)).run(conn)
}
