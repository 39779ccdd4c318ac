//! One page of a list, with the exact number of all records that match.

use diesel::query_dsl::methods::{FilterDsl, LimitDsl, LoadQuery, OffsetDsl, OrderDsl};
use schemars::JsonSchema;
use serde::Serialize;

use super::fields::Fields;
use super::query::{ListQuery, Pick};
use super::sql::{Cond, Node, Order};
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::id::Id;

/// From which offset on a page is found by its identifiers first, so that no join is paid for a
/// row that is only counted past.
const DEEP: i64 = 500;

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

/// What a page is made of: the selections that it chooses among. Made by [`page!`](crate::page).
pub struct Selects<Rows, Ids, IdsJoined, Count, CountJoined> {
    /// The records, from the source.
    pub rows: Rows,
    /// Their identifiers, from the resource's own table.
    pub ids: Ids,
    /// Their identifiers, from the source.
    pub ids_joined: IdsJoined,
    /// How many there are, counted in the resource's own table.
    pub count: Count,
    /// How many there are, counted in the source.
    pub count_joined: CountJoined,
}

/// One page of a list: `page!(conn, query, fields(), units, joined(), UnitRow)` with the table of
/// the resource, what its lists select from, and the type of a row.
#[macro_export]
macro_rules! page {
    ($conn:expr, $query:expr, $fields:expr, $table:ident, $source:expr, $row:ty) => {{
        use diesel::prelude::*;
        let selects = $crate::list::Selects {
            rows: || $source.select(<$row>::as_select()).into_boxed::<$crate::db::Db>(),
            ids: || $table::table.select($table::id).into_boxed::<$crate::db::Db>(),
            ids_joined: || $source.select($table::id).into_boxed::<$crate::db::Db>(),
            count: || $table::table.count().into_boxed::<$crate::db::Db>(),
            count_joined: || $source.count().into_boxed::<$crate::db::Db>(),
        };
        $query.page::<_, _, $row, _, _, _, _, _, _, _, _, _, _>($conn, &$fields, selects)
    }};
}

impl ListQuery {
    /// Runs the query: the total, exactly, and the rows of the page.
    ///
    /// The total is counted in the resource's own table unless the filter touches a joined column;
    /// a search asks other tables by itself. Each sortable column has an index `(column, id)`, so
    /// that a page costs its own rows and those it skips, however many there are; what it skips is
    /// read from the index alone.
    pub fn page<Table, Source, Row, Rows, Ids, IdsJoined, Count, CountJoined, R, I, J, C, D>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
        selects: Selects<R, I, J, C, D>,
    ) -> Result<Page<Row>>
    where
        Table: 'static,
        Rows: FilterDsl<Cond, Output = Rows>
            + OrderDsl<Order, Output = Rows>
            + LimitDsl<Output = Rows>
            + OffsetDsl<Output = Rows>
            + for<'q> LoadQuery<'q, Conn, Row>,
        Ids: FilterDsl<Cond, Output = Ids>
            + OrderDsl<Order, Output = Ids>
            + LimitDsl<Output = Ids>
            + OffsetDsl<Output = Ids>
            + for<'q> LoadQuery<'q, Conn, Id>,
        IdsJoined: FilterDsl<Cond, Output = IdsJoined>
            + OrderDsl<Order, Output = IdsJoined>
            + for<'q> LoadQuery<'q, Conn, Id>,
        Count: FilterDsl<Cond, Output = Count> + for<'q> LoadQuery<'q, Conn, i64>,
        CountJoined: FilterDsl<Cond, Output = CountJoined> + for<'q> LoadQuery<'q, Conn, i64>,
        R: Fn() -> Rows,
        I: Fn() -> Ids,
        J: Fn() -> IdsJoined,
        C: Fn() -> Count,
        D: Fn() -> CountJoined,
    {
        let order = fields.order(&self.sort, self.descending).ok_or_else(|| {
            Error::Malformed(format!(
                "This list cannot be sorted by `{}`, only by: {}",
                self.sort,
                fields.names().join(", ")
            ))
        })?;
        let (page, limit) = (self.page, self.limit);
        match &self.pick {
            Pick::Page => {}
            Pick::These(ids) => {
                let rows = (selects.rows)().filter(Cond::new(fields.among(ids))).order(order);
                let items = rows.load::<Row>(conn)?;
                let total = i64::try_from(items.len()).unwrap_or_default();
                return Ok(Page { items, total, page, limit: total.max(1), total_pages: 1 });
            }
            Pick::Ids(sink) => {
                let condition = self.condition(conn, fields)?;
                let joined = order.is_joined() || condition.is_joined();
                let condition = Cond::new(condition);
                let ids = if joined {
                    (selects.ids_joined)().filter(condition).order(order).load::<Id>(conn)?
                } else {
                    (selects.ids)().filter(condition).order(order).load::<Id>(conn)?
                };
                sink.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(ids);
                return Ok(Page { items: Vec::new(), total: 0, page, limit: 1, total_pages: 0 });
            }
        }
        let condition = self.condition(conn, fields)?;
        let joined = condition.is_joined();
        let total: i64 = if joined {
            (selects.count_joined)().filter(Cond::new(condition.clone())).get_result(conn)?
        } else {
            (selects.count)().filter(Cond::new(condition.clone())).get_result(conn)?
        };
        let limit = limit.unwrap_or(total.max(1));
        let offset = (page - 1) * limit;
        let items = if offset >= total {
            Vec::new()
        } else if offset >= DEEP && !joined && !order.is_joined() {
            let ids = (selects.ids)().filter(Cond::new(condition)).order(order.clone());
            let ids = ids.limit(limit).offset(offset).load::<Id>(conn)?;
            (selects.rows)().filter(Cond::new(fields.among(&ids))).order(order).load(conn)?
        } else {
            let rows = (selects.rows)().filter(Cond::new(condition)).order(order);
            rows.limit(limit).offset(offset).load(conn)?
        };
        Ok(Page { items, total, page, limit, total_pages: (total + limit - 1) / limit })
    }

    /// What the records have to meet.
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
        if let Some(term) = &self.search {
            parts.push(fields.contains(conn, term)?);
        }
        Ok(Node::All(parts))
    }
}
