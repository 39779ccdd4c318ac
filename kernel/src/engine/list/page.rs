//! One page of a list, with the exact number of all matching records.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use diesel::prelude::*;
use diesel::query_dsl::methods::{FilterDsl, LoadQuery, OrderDsl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::expression::{Cond, Node, Order};
use super::fields::Fields;
use super::filter::quoted;
use super::memory::{Found, ToRender};
use super::query::{ListQuery, Values};
use super::sql::{Counting, Identifying, Wanted};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::columns::{ColumnCache, RenderedKind, RenderedText};

/// One page of a list.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The records of this page; none when the page is past the end.
    pub items: Vec<T>,
    /// The exact number of matching records.
    pub total: i64,
    /// The number of this page, from 1.
    pub page: i64,
    /// How many records a page has.
    pub limit: i64,
    /// The number of pages.
    pub total_pages: i64,
}

impl<T> Page<T> {
    /// Returns the same page with each item converted.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(change).collect(),
            total: self.total,
            page: self.page,
            limit: self.limit,
            total_pages: self.total_pages,
        }
    }
}

/// A query of all rows that lists select from. Diesel's boxed queries are.
pub trait Rows<Row>:
    FilterDsl<Cond, Output = Self> + OrderDsl<Order, Output = Self> + for<'q> LoadQuery<'q, Conn, Row>
{
}

impl<Query, Row> Rows<Row> for Query where
    Query: FilterDsl<Cond, Output = Self>
        + OrderDsl<Order, Output = Self>
        + for<'q> LoadQuery<'q, Conn, Row>
{
}

impl ListQuery {
    /// Reads a page of `rows`: the exact total, the identifiers of the page, and its records.
    ///
    /// The cost, whatever the number of records: the total is counted in the resource's own table,
    /// along an index when there is a filter, without a join. Identifiers are read along the index
    /// `(column, id)` of the sort field, skipped ones from the index alone. Only the order by the
    /// name of a reference joins a table, and only that one. The records are looked up by their
    /// identifiers, so that no query plan depends on the other joins.
    pub(crate) fn page<Table: 'static, Source, Row>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
        rows: impl Rows<Row>,
    ) -> Result<Page<Row>> {
        let order = self.order(fields)?;
        let page = self.page;
        let Some(limit) = self.limit else {
            // All records on one page, for a resource with few.
            let items = OrderDsl::order(rows, order).load::<Row>(conn)?;
            let total = i64::try_from(items.len()).unwrap_or_default();
            return Ok(Page { items, total, page, limit: total.max(1), total_pages: 1 });
        };
        let offset = (page - 1) * limit;
        let condition = self.condition(conn, fields)?;
        let total = fields.count(conn, condition.clone())?;
        let items = if offset >= total {
            Vec::new()
        } else {
            let wanted = Wanted::Ids(order.clone(), Some((limit, offset)));
            let ids = Identifying(fields.select(condition.for_walking(), wanted));
            let ids = ids.load::<Id>(conn)?;
            self.these(conn, fields, rows, &ids)?
        };
        Ok(Page { items, total, page, limit, total_pages: pages(total, limit) })
    }

    /// Reads a page of which the columns in memory say which records are on it. `None` when they cannot.
    pub(crate) fn page_in_memory<Table: 'static, Source, Row>(
        &self,
        conn: &mut Conn,
        cache: &ColumnCache,
        fields: &Fields<Table, Source>,
        rows: impl Rows<Row>,
    ) -> Result<Option<Page<Row>>> {
        let Some(limit) = self.limit else { return Ok(None) };
        let order = self.order(fields)?;
        let found = self.in_memory(conn, cache, fields, &order, limit, None)?;
        let Some(Found { total, ids, .. }) = found else { return Ok(None) };
        let items = self.these(conn, fields, rows, &ids)?;
        let total_pages = pages(total, limit);
        Ok(Some(Page { items, total, page: self.page, limit, total_pages }))
    }

    /// Returns a page as JSON text, without a query for records whose text is cached. `None` when the
    /// columns in memory cannot answer.
    ///
    /// At 1,000,000 records it costs what finding the page costs; rendering a record is some microseconds,
    /// once.
    pub(crate) fn rendered_page<Table: 'static, Source, Row: Into<View>, View: Serialize>(
        &self,
        conn: &mut Conn,
        cache: &ColumnCache,
        fields: &Fields<Table, Source>,
        kind: RenderedKind,
        rows: impl Rows<Row>,
    ) -> Result<Option<Vec<u8>>> {
        let Some(limit) = self.limit else { return Ok(None) };
        let identifier = fields.identifier();
        let sources = cache.sources(conn, kind, &identifier.cached().1)?;
        let Some(sources) = sources else { return Ok(None) };
        let order = self.order(fields)?;
        let to_render = ToRender { kind, sources: &sources };
        let found = self.in_memory(conn, cache, fields, &order, limit, Some(to_render))?;
        let Some(Found { total, ids, rendered: Some(rendered) }) = found else { return Ok(None) };
        let texts = ids.iter().zip(&rendered.texts);
        let lacking: Vec<Id> =
            texts.filter(|(_, text)| text.is_none()).map(|(id, _)| id.clone()).collect();
        let mut read = HashMap::with_capacity(lacking.len());
        for row in self.these(conn, fields, rows, &lacking)? {
            let text = to_raw_value(&row.into()).map_err(Error::internal)?;
            let found: Identified = serde_json::from_str(text.get()).map_err(Error::internal)?;
            let id = found.record.or(found.id);
            let id = id.ok_or_else(|| Error::internal("a record without an identifier"))?;
            read.insert(id, RenderedText::of(text));
        }
        if !read.is_empty() {
            let read = read.iter().map(|(id, text)| (id, Arc::clone(text)));
            cache.cache_rendered(kind, &sources, &rendered, read);
        }
        // A record that was deleted a moment ago is left out.
        let items = ids.iter().zip(&rendered.texts);
        let items = items.filter_map(|(id, text)| text.as_ref().or_else(|| read.get(id)));
        let items: Vec<&RawValue> = items.map(|text| &*text.json).collect();
        let page = Page { items, total, page: self.page, limit, total_pages: pages(total, limit) };
        serde_json::to_vec(&page).map(Some).map_err(Error::internal)
    }

    /// Counts the matching records.
    pub(crate) fn total<Table: 'static, Source>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
    ) -> Result<i64> {
        let condition = self.condition(conn, fields)?;
        fields.count(conn, condition)
    }

    /// Reads the identifiers of all matching records, in order.
    pub(crate) fn ids<Table: 'static, Source>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
    ) -> Result<Vec<Id>> {
        let order = self.order(fields)?;
        let condition = self.condition(conn, fields)?;
        Ok(Identifying(fields.select(condition, Wanted::Ids(order, None))).load::<Id>(conn)?)
    }

    /// Reads the rows with these identifiers, in order.
    pub(crate) fn these<Table: 'static, Source, Row>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
        rows: impl Rows<Row>,
        ids: &[Id],
    ) -> Result<Vec<Row>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let rows = FilterDsl::filter(rows, Cond::new(fields.among(ids)));
        Ok(OrderDsl::order(rows, self.order(fields)?).load::<Row>(conn)?)
    }

    /// Counts the matching records by the values of a field.
    pub(crate) fn values<Table: 'static, Source>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
        field: &str,
    ) -> Result<Values> {
        let condition = self.condition(conn, fields)?;
        fields.values(conn, field, condition)
    }

    fn order<Table: 'static, Source>(&self, fields: &Fields<Table, Source>) -> Result<Order> {
        fields.order(&self.sort, self.descending).ok_or_else(|| {
            Error::Malformed(format!(
                "`{}` cannot be {}. Possible: {}",
                self.sorted_by,
                quoted(&self.sort),
                fields.names().join(", ")
            ))
        })
    }

    /// Builds the condition that the records must meet.
    fn condition<Table: 'static, Source>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
    ) -> Result<Node> {
        let mut parts = Vec::new();
        if let Some(filter) = &self.filter {
            let unknown = || Error::internal("a filter was checked against other fields");
            parts.push(fields.condition(filter).ok_or_else(unknown)?);
        }
        parts.extend(self.among.as_ref().map(|among| fields.limited(among)));
        if !self.search.is_empty() {
            parts.push(fields.contains_all(conn, &self.search)?);
        }
        Ok(Node::All(parts))
    }
}

/// Returns the number of pages.
fn pages(total: i64, limit: i64) -> i64 {
    (total + limit - 1) / limit
}

/// Returns a record as JSON text: from memory, when its tables are there, without a query where its text is
/// cached. `None` when the database has to answer.
pub(crate) fn rendered_record<Table: 'static, Source, View: Serialize>(
    conn: &mut Conn,
    (cache, requested_at): (&ColumnCache, Instant),
    fields: &Fields<Table, Source>,
    kind: RenderedKind,
    id: &Id,
    read: impl FnOnce(&mut Conn, &Id) -> Result<View>,
) -> Result<Option<Arc<RenderedText>>> {
    let identifier = fields.identifier();
    let (_, identifier) = identifier.cached();
    let Some(sources) = cache.sources(conn, kind, identifier)? else { return Ok(None) };
    let found = cache.rendered_one(conn, (kind, &sources), (identifier, id), requested_at)?;
    let Some(mut rendered) = found else { return Ok(None) };
    if let Some(text) = rendered.texts.pop().flatten() {
        return Ok(Some(text));
    }
    let text = to_raw_value(&read(conn, id)?).map_err(Error::internal)?;
    let text = RenderedText::of(text);
    let texts = std::iter::once((id, Arc::clone(&text)));
    cache.cache_rendered(kind, &sources, &rendered, texts);
    Ok(Some(text))
}

/// The identifier in the JSON text of a record, by either name.
#[derive(Deserialize)]
struct Identified {
    #[serde(rename = "_id")]
    record: Option<Id>,
    id: Option<Id>,
}

impl<Table: 'static, Source> Fields<Table, Source> {
    fn count(&self, conn: &mut Conn, condition: Node) -> Result<i64> {
        if condition.is_never() {
            return Ok(0);
        }
        Ok(Counting(self.select(condition, Wanted::Count)).get_result(conn)?)
    }
}
