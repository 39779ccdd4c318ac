//! The SQL of users, which only reads. It does not read passwords.

use diesel::prelude::*;
use kernel::prelude::*;

use crate::User;

// The columns that users read of the kernel's accounts.
diesel::table! {
    accounts (id) {
        id -> Text,
        email -> Text,
        first_name -> Text,
        last_name -> Text,
        image_url -> Nullable<Text>,
        locked -> Bool,
        roles -> Text,
        link_allowed -> Bool,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = accounts)]
pub struct AccountRow {
    id: Id,
    email: String,
    first_name: String,
    /// Empty for users without one.
    last_name: String,
    image_url: Option<String>,
    locked: bool,
    roles: TextList,
    link_allowed: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<AccountRow> for User {
    fn from(row: AccountRow) -> Self {
        Self {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            image_url: row.image_url,
            locked: row.locked,
            roles: row.roles,
            link_allowed: row.link_allowed,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

pub(crate) fn fields() -> Fields<accounts::table> {
    Fields::new("id", accounts::id)
        .field("firstName", accounts::first_name)
        .searched()
        .field("lastName", accounts::last_name)
        .searched()
        .field("email", accounts::email)
        .searched()
        .field("imageUrl", accounts::image_url)
        .field("locked", accounts::locked)
        .field("linkAllowed", accounts::link_allowed)
        .field("createdAt", accounts::created_at)
        .field("updatedAt", accounts::updated_at)
}
