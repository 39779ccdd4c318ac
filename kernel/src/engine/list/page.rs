//! One page of a list, with the exact number of all matching records.

use diesel::prelude::*;
use diesel::query_dsl::methods::{FilterDsl, LoadQuery, OrderDsl};
use diesel::sql_types::{BigInt, Text};
use schemars::JsonSchema;
use serde::Serialize;

use super::by_identifier::{AsGiven, ByIdentifier};
use super::expression::{Node, Order};
use super::fields::Fields;
use super::filter::quoted;
use super::memory::{Memory, sort_column};
use super::query::{ListQuery, Values};
use super::sql::Selected;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;

/// Where a list is answered from.
#[derive(Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// The columns in memory, on a connection that is in no transaction.
    Memory(&'a Memory<'a>),
    /// The database, in SQL: the reference of what memory answers, and the way while columns are being loaded.
    Database,
}

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

    /// Returns the same page as JSON text, with these items, which are a JSON list, in place of its own.
    pub(crate) fn text_with(&self, items: &[u8]) -> Vec<u8> {
        let Self { items: _, total, page, limit, total_pages } = self;
        let rest = format!(
            r#","total":{total},"page":{page},"limit":{limit},"totalPages":{total_pages}}}"#
        );
        [br#"{"items":"#, items, rest.as_bytes()].concat()
    }
}

/// A query of all rows that lists select from. Diesel's boxed queries are.
pub trait Rows<Row>:
    FilterDsl<ByIdentifier, Output = Self>
    + OrderDsl<Order, Output = Self>
    + OrderDsl<AsGiven, Output = Self>
    + for<'q> LoadQuery<'q, Conn, Row>
{
}

impl<Query, Row> Rows<Row> for Query where
    Query: FilterDsl<ByIdentifier, Output = Self>
        + OrderDsl<Order, Output = Self>
        + OrderDsl<AsGiven, Output = Self>
        + for<'q> LoadQuery<'q, Conn, Row>
{
}

impl ListQuery {
    /// Reads a page of `rows`. `None` when memory cannot answer.
    pub(crate) fn page<Table: 'static, Source, Row>(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        fields: &Fields<Table, Source>,
        rows: impl Rows<Row>,
    ) -> Result<Option<Page<Row>>> {
        match from {
            Origin::Memory(memory) => self.page_in_memory(conn, memory, fields, rows),
            Origin::Database => self.page_in_sql(conn, fields, rows).map(Some),
        }
    }

    /// Reads a page: the exact total, the identifiers of the page, and its records.
    ///
    /// It costs at most two passes over the resource's own table; in the default order without a filter it reads the
    /// index up to the page. Only the order by the name of a reference joins a table, and only that one. The records
    /// are looked up by their identifiers, so that no query plan depends on the other joins.
    fn page_in_sql<Table: 'static, Source, Row>(
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
        let condition = fields.condition_of(self)?.resolved(conn)?;
        let total = fields.count(conn, condition.clone())?;
        let items = if offset >= total {
            Vec::new()
        } else {
            let wanted = Selected::Ids(order.clone(), Some((limit, offset)));
            let ids =
                fields.select(condition.for_walking(), wanted).typed::<Text>().load::<Id>(conn)?;
            these(conn, fields, rows, &ids)?
        };
        Ok(Page { items, total, page, limit, total_pages: pages(total, limit) })
    }

    /// Reads a page of which the columns in memory say which records are on it.
    fn page_in_memory<Table: 'static, Source, Row>(
        &self,
        conn: &mut Conn,
        memory: &Memory<'_>,
        fields: &Fields<Table, Source>,
        rows: impl Rows<Row>,
    ) -> Result<Option<Page<Row>>> {
        let Some(limit) = self.limit else { return Ok(None) };
        let (Ok(offset), Ok(most)) =
            (usize::try_from((self.page - 1) * limit), usize::try_from(limit))
        else {
            return Ok(None);
        };
        let order = self.order(fields)?;
        let (sort, needs) = sort_column(&order, fields.identifier().cached().0);
        let needs: Vec<_> = needs.iter().map(|(table, wanted)| (*table, wanted)).collect();
        let Some(matches) = self.matches(conn, memory, fields, &needs)? else { return Ok(None) };
        let found = matches.page(&sort, order.descending, (offset, most)).zip(matches.total());
        // Nothing waits for the columns while the records are read.
        drop(matches);
        let Some((ids, total)) = found else { return Ok(None) };
        let items = these(conn, fields, rows, &ids)?;
        let total_pages = pages(total, limit);
        Ok(Some(Page { items, total, page: self.page, limit, total_pages }))
    }

    /// Counts the matching records.
    pub(crate) fn total<Table: 'static, Source>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
    ) -> Result<i64> {
        let condition = fields.condition_of(self)?.resolved(conn)?;
        fields.count(conn, condition)
    }

    /// Reads the identifiers of all matching records, in order.
    pub(crate) fn ids<Table: 'static, Source>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
    ) -> Result<Vec<Id>> {
        let order = self.order(fields)?;
        let condition = fields.condition_of(self)?.resolved(conn)?;
        let select = fields.select(condition, Selected::Ids(order, None));
        Ok(select.typed::<Text>().load::<Id>(conn)?)
    }

    /// Counts the matching records by the values of a field. `None` when memory cannot answer.
    pub(crate) fn values<Table: 'static, Source>(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        fields: &Fields<Table, Source>,
        field: &str,
    ) -> Result<Option<Values>> {
        match from {
            Origin::Memory(memory) => self.values_in_memory(conn, memory, fields, field),
            Origin::Database => {
                let condition = fields.condition_of(self)?.resolved(conn)?;
                fields.values(conn, field, condition).map(Some)
            }
        }
    }

    fn order<Table: 'static, Source>(&self, fields: &Fields<Table, Source>) -> Result<Order> {
        let is_seen = |name: &str| self.sight.as_ref().is_none_or(|sight| sight.orders_by(name));
        // The resource's own order by what the reader does not see would show it.
        if self.is_in_own_order && !is_seen(&self.sort) {
            return Ok(fields.order_by_identifier(self.descending));
        }
        let order = fields.order(&self.sort, self.descending).filter(|_| is_seen(&self.sort));
        order.ok_or_else(|| {
            let mut names = fields.names();
            names.retain(|name| is_seen(name));
            Error::Malformed(format!(
                "`{}` cannot be {}. Possible: {}",
                self.sorted_by,
                quoted(&self.sort),
                names.join(", ")
            ))
        })
    }
}

/// Reads the rows with these identifiers, in the order of the identifiers.
pub(crate) fn these<Table: 'static, Source, Row>(
    conn: &mut Conn,
    fields: &Fields<Table, Source>,
    rows: impl Rows<Row>,
    ids: &[Id],
) -> Result<Vec<Row>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let id = &fields.identifier().sql;
    let rows = FilterDsl::filter(rows, ByIdentifier::new(id, ids));
    Ok(OrderDsl::order(rows, AsGiven::new(id, ids)).load::<Row>(conn)?)
}

/// Returns the number of pages.
fn pages(total: i64, limit: i64) -> i64 {
    (total + limit - 1) / limit
}

impl<Table: 'static, Source> Fields<Table, Source> {
    fn count(&self, conn: &mut Conn, condition: Node) -> Result<i64> {
        if condition.is_never() {
            return Ok(0);
        }
        Ok(self.select(condition, Selected::Count).typed::<BigInt>().get_result(conn)?)
    }
}
