//! The SQL of companies.

use diesel::prelude::*;
use kernel::db;
use kernel::prelude::*;

use crate::{Company, CompanyInput};

diesel::table! {
    companies (id) {
        id -> Text,
        name -> Text,
        description -> Nullable<Text>,
        website -> Nullable<Text>,
        email -> Nullable<Text>,
        phone -> Nullable<Text>,
        address -> Nullable<Text>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

pub(crate) fn fields() -> Fields<companies::table> {
    Fields::new("_id", companies::id)
        .field("name", companies::name)
        .searched()
        .long_text("description", companies::description)
        .field("website", companies::website)
        .field("email", companies::email)
        .field("phone", companies::phone)
        .field("address", companies::address)
        .field("createdAt", companies::created_at)
        .field("updatedAt", companies::updated_at)
}

pub(crate) fn list(conn: &mut Conn, query: &ListQuery) -> Result<Page<Company>> {
    query.page(conn, &fields(), companies::table.select(Company::as_select()).into_boxed::<Db>())
}

pub(crate) fn find(conn: &mut Conn, id: &Id) -> Result<Company> {
    Ok(companies::table.find(id).select(Company::as_select()).first(conn)?)
}

pub(crate) fn insert(conn: &mut Conn, id: &Id, input: CompanyInput) -> Result<()> {
    let now = Timestamp::now();
    let stamps = (companies::created_at.eq(now), companies::updated_at.eq(now));
    diesel::insert_into(companies::table)
        .values((companies::id.eq(id), input, stamps))
        .execute(conn)?;
    Ok(())
}

pub(crate) fn update(conn: &mut Conn, id: &Id, input: CompanyInput) -> Result<()> {
    db::update(companies::table.find(id))
        .set((input, companies::updated_at.eq(Timestamp::now())))
        .execute(conn)?;
    Ok(())
}
