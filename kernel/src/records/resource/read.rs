//! Reads the records of a resource: a page or one of them, from memory where it can.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use std::time::Instant;

use super::{Resource, json};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::columns::{ColumnCache, RenderedKind, RenderedText};
use crate::engine::list::{self, Fields, ListQuery, Page};
use crate::records::actor::Actor;

pub(super) fn completed<R: Resource + ?Sized>(
    conn: &mut Conn,
    records: &mut [R::View],
) -> Result<()> {
    R::COMPLETE.map_or(Ok(()), |complete| complete(conn, records))
}

/// Reads the page that a query selects.
pub(super) fn page_of<R: Resource + ?Sized>(
    conn: &mut Conn,
    query: &ListQuery,
) -> Result<Page<R::View>> {
    let mut page = query.page(conn, fields_of::<R>(), R::rows())?.map(Into::into);
    completed::<R>(conn, &mut page.items)?;
    Ok(page)
}

/// Returns the kind of a resource's cached records; `None` when they are not cached.
const fn rendered_kind<R: Resource>() -> Option<RenderedKind> {
    match R::COMPLETE {
        Some(_) => None,
        None => {
            Some(RenderedKind { name: R::INFO.name, table: R::INFO.table, statement: R::statement })
        }
    }
}

/// Reads one page of the records that `by` may see, as JSON text; `None` when memory cannot answer.
pub(super) fn page_in_memory<R: Resource>(
    conn: &mut Conn,
    cache: &ColumnCache,
    query: &ListQuery,
    by: &Actor,
) -> Result<Option<Vec<u8>>> {
    let query = R::visible(conn, query, by)?;
    let fields = fields_of::<R>();
    if let Some(kind) = rendered_kind::<R>() {
        let rows = R::rows();
        let page = query.rendered_page::<_, _, R::Row, R::View>(conn, cache, fields, kind, rows)?;
        if page.is_some() {
            return Ok(page);
        }
    }
    let Some(page) = query.page_in_memory(conn, cache, fields, R::rows())? else {
        return Ok(None);
    };
    let mut page = page.map(Into::into);
    completed::<R>(conn, &mut page.items)?;
    json(&page).map(Some)
}

/// Returns a record as JSON text, with all commits from before a point in time; `None` when memory cannot
/// answer.
pub(super) fn rendered_record<R: Resource>(
    conn: &mut Conn,
    from: (&ColumnCache, Instant),
    id: &Id,
) -> Result<Option<Arc<RenderedText>>> {
    match rendered_kind::<R>() {
        None => Ok(None),
        Some(kind) => list::rendered_record(conn, from, fields_of::<R>(), kind, id, R::find),
    }
}

/// Returns the fields of a resource, which are made once.
pub(super) fn fields_of<R: Resource + ?Sized>() -> &'static Fields<R::Table, R::Source> {
    type All = RwLock<HashMap<TypeId, &'static (dyn Any + Send + Sync)>>;
    static ALL: LazyLock<All> = LazyLock::new(All::default);
    let of = TypeId::of::<R>();
    let known = ALL.read().unwrap_or_else(PoisonError::into_inner).get(&of).copied();
    let known = known.unwrap_or_else(|| {
        let made: &'static Fields<R::Table, R::Source> = Box::leak(Box::new(R::fields()));
        *ALL.write().unwrap_or_else(PoisonError::into_inner).entry(of).or_insert(made)
    });
    known.downcast_ref().unwrap_or_else(|| unreachable!("one type of fields for each resource"))
}
