//! Reads the records of a resource.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use parking_lot::RwLock;

use super::Resource;
use crate::base::error::{Error, Result};
use crate::db::{Conn, record_creators};
use crate::engine::list::{Fields, ListQuery, Origin, Page, Sight};
use crate::engine::policy::READ;
use crate::records::actor::Actor;

pub(super) fn completed<R: Resource + ?Sized>(
    conn: &mut Conn,
    records: &mut [R::View],
) -> Result<()> {
    R::COMPLETE.map_or(Ok(()), |complete| complete(conn, records))
}

/// Reads one page of the records that `by` may see, from the database.
pub fn list<R: Resource>(conn: &mut Conn, query: &ListQuery, by: &Actor) -> Result<Page<R::View>> {
    let page = page::<R>(conn, Origin::Database, query, by)?;
    page.ok_or_else(|| Error::internal("the database answers every list"))
}

/// Reads one page of the records that `by` may see; `None` when memory cannot answer.
pub(super) fn page<R: Resource>(
    conn: &mut Conn,
    from: Origin<'_>,
    query: &ListQuery,
    by: &Actor,
) -> Result<Option<Page<R::View>>> {
    let query = narrowed::<R>(query, by);
    let Some(page) = query.page(conn, from, fields_of::<R>(), R::rows())? else { return Ok(None) };
    let mut page = page.map(Into::into);
    completed::<R>(conn, &mut page.items)?;
    Ok(Some(page))
}

/// Restricts a list to the records that `by` may read.
pub(super) fn narrowed<'q, R: Resource + ?Sized>(
    query: &'q ListQuery,
    by: &Actor,
) -> Cow<'q, ListQuery> {
    match by.access.of(R::INFO.name) {
        Some(access) if query.sight.is_none() => {
            let rows = access.rows(READ).filter().cloned();
            let sight = Some(Arc::new(Sight { rows, ..Sight::default() }));
            Cow::Owned(query.clone().seen_as(sight))
        }
        _ => Cow::Borrowed(query),
    }
}

/// Returns the fields of a resource, which are made once.
pub(super) fn fields_of<R: Resource + ?Sized>() -> &'static Fields<R::Table, R::Source> {
    type All = RwLock<HashMap<TypeId, &'static (dyn Any + Send + Sync)>>;
    static ALL: LazyLock<All> = LazyLock::new(All::default);
    let of = TypeId::of::<R>();
    let known = ALL.read().get(&of).copied();
    let known = known.unwrap_or_else(|| {
        let made: &'static Fields<R::Table, R::Source> = {
            let creator = |id: &str| record_creators::creator_of(R::INFO.name, id);
            Box::leak(Box::new(R::fields().created_by(creator)))
        };
        *ALL.write().entry(of).or_insert(made)
    });
    known.downcast_ref().unwrap_or_else(|| unreachable!("one type of fields for each resource"))
}
