//! One page of a list, with the exact number of all matching records.

use diesel::prelude::*;
use diesel::query_dsl::methods::{FilterDsl, LoadQuery, OrderDsl};
use schemars::JsonSchema;
use serde::Serialize;

use super::expression::{Cond, Node, Order};
use super::fields::Fields;
use super::filter::quoted;
use super::query::{ListQuery, Pick};
use super::sql::{Counting, Identifying, Wanted};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;

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

impl ListQuery {
    /// Runs the query: the exact total, the identifiers of the page, and its records, which `rows`
    /// selects from the source.
    ///
    /// The cost, whatever the number of records: the total is counted in the resource's own table,
    /// along an index when there is a filter, without a join. Identifiers are read along the index
    /// `(column, id)` of the sort field, skipped ones from the index alone. Only the order by the
    /// name of a reference joins a table, and only that one. The records are looked up by their
    /// identifiers, so that no query plan depends on the other joins.
    pub fn page<Table, Source, Row, Rows>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
        rows: Rows,
    ) -> Result<Page<Row>>
    where
        Table: 'static,
        Rows: FilterDsl<Cond, Output = Rows>
            + OrderDsl<Order, Output = Rows>
            + for<'q> LoadQuery<'q, Conn, Row>,
    {
        let order = fields.order(&self.sort, self.descending).ok_or_else(|| {
            Error::Malformed(format!(
                "`{}` cannot be {}. Possible: {}",
                self.sorted_by,
                quoted(&self.sort),
                fields.names().join(", ")
            ))
        })?;
        let page = self.page;
        match &self.pick {
            Pick::Page | Pick::Total | Pick::Values(..) => {}
            Pick::These(ids) => {
                let rows = FilterDsl::filter(rows, Cond::new(fields.among(ids)));
                let items = OrderDsl::order(rows, order).load::<Row>(conn)?;
                let total = i64::try_from(items.len()).unwrap_or_default();
                return Ok(Page { items, total, page, limit: total.max(1), total_pages: 1 });
            }
            Pick::Ids(sink) => {
                let condition = self.condition(conn, fields)?;
                let all = fields.select(condition, Wanted::Ids(order, None));
                let ids = Identifying(all).load::<Id>(conn)?;
                sink.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(ids);
                return Ok(Page { items: Vec::new(), total: 0, page, limit: 1, total_pages: 0 });
            }
        }
        if let Pick::Values(field, found) = &self.pick {
            let condition = self.condition(conn, fields)?;
            let values = fields.values(conn, field, condition)?;
            *found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(values);
            return Ok(Page { items: Vec::new(), total: 0, page, limit: 1, total_pages: 0 });
        }
        let Some(limit) = self.limit else {
            // All records on one page, for a resource with few.
            let items = OrderDsl::order(rows, order).load::<Row>(conn)?;
            let total = i64::try_from(items.len()).unwrap_or_default();
            return Ok(Page { items, total, page, limit: total.max(1), total_pages: 1 });
        };
        let condition = self.condition(conn, fields)?;
        let total: i64 = if condition.is_never() {
            0
        } else {
            Counting(fields.select(condition.clone(), Wanted::Count)).get_result(conn)?
        };
        let offset = (page - 1) * limit;
        let items = if offset >= total || matches!(self.pick, Pick::Total) {
            Vec::new()
        } else {
            let wanted = Wanted::Ids(order.clone(), Some((limit, offset)));
            let ids = Identifying(fields.select(condition.for_walking(), wanted));
            let ids = ids.load::<Id>(conn)?;
            let rows = FilterDsl::filter(rows, Cond::new(fields.among(&ids)));
            OrderDsl::order(rows, order).load(conn)?
        };
        Ok(Page { items, total, page, limit, total_pages: (total + limit - 1) / limit })
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
