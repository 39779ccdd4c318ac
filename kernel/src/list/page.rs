//! One page of a list, with the exact number of all records that match.

use diesel::query_dsl::methods::{FilterDsl, LimitDsl, LoadQuery, OffsetDsl, OrderDsl};
use schemars::JsonSchema;
use serde::Serialize;

use super::fields::{Cond, Fields, Order};
use super::query::ListQuery;
use crate::db::Conn;
use crate::error::{Error, Result};

/// One page of a list.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The records of this page; none when the page is past the end.
    pub items: Vec<T>,
    /// How many records match in all, exactly.
    pub total: i64,
    /// The number of this page, from 1.
    pub page: i64,
    /// How many records a page has.
    pub limit: i64,
    /// How many pages there are.
    pub total_pages: i64,
}

impl<T> Page<T> {
    /// The same page of other items.
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
    /// Runs the query. `rows` selects from the source; `count` counts the resource's own table and
    /// `count_joined` the source: joins are paid for a total only when the search touches them.
    pub fn page<Table, Source, Row, Rows, Count, CountJoined>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
        rows: Rows,
        count: Count,
        count_joined: CountJoined,
    ) -> Result<Page<Row>>
    where
        Table: 'static,
        Rows: FilterDsl<Cond<Source>, Output = Rows>
            + OrderDsl<Order<Source>, Output = Rows>
            + LimitDsl<Output = Rows>
            + OffsetDsl<Output = Rows>
            + for<'q> LoadQuery<'q, Conn, Row>,
        Count: FilterDsl<Cond<Table>, Output = Count> + for<'q> LoadQuery<'q, Conn, i64>,
        CountJoined:
            FilterDsl<Cond<Source>, Output = CountJoined> + for<'q> LoadQuery<'q, Conn, i64>,
    {
        let order = fields.order(&self.sort, self.descending).ok_or_else(|| {
            Error::Malformed(format!(
                "This list cannot be sorted by `{}`, only by: {}",
                self.sort,
                fields.names().join(", ")
            ))
        })?;
        let mut rows = rows.order(order);
        let total: i64 = match &self.search {
            None => count.get_result(conn)?,
            Some(term) => {
                let (node, joined) = fields.contains(term);
                rows = rows.filter(Cond::new(node.clone()));
                if joined {
                    count_joined.filter(Cond::new(node)).get_result(conn)?
                } else {
                    count.filter(Cond::new(node)).get_result(conn)?
                }
            }
        };
        if let Some(limit) = self.limit {
            rows = rows.limit(limit).offset((self.page - 1) * limit);
        }
        let items = rows.load::<Row>(conn)?;
        let limit = self.limit.unwrap_or(total.max(1));
        let total_pages = (total + limit - 1) / limit;
        Ok(Page { items, total, page: self.page, limit, total_pages })
    }
}
