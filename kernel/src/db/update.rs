//! Builds `UPDATE … SET … WHERE …` as `diesel::update` does, but keeps the statement in the
//! prepared statement cache. Diesel prepares its own each time, which takes longer than executing
//! it, most of all on a table with triggers.
//!
//! There is one statement for each set of columns that are changed together. For a set that is
//! always the same, even the SQL text is not built again for the lookup.

use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::prelude::*;
use diesel::query_builder::{
    AsChangeset, AstPass, IntoUpdateTarget, QueryFragment, QueryId, UpdateTarget,
};
use diesel::query_source::QuerySource;

/// An `UPDATE` without its assignments.
pub struct Target<T, W>(UpdateTarget<T, W>);

/// An `UPDATE` to execute; `Id` is its key in the statement cache.
pub struct Update<F, W, V, Id> {
    from: F,
    filter: W,
    values: V,
    id: PhantomData<Id>,
}

/// A statement cached by its text.
pub struct ByText;

/// A statement cached by its types, which determine its whole text.
pub struct ByType<T, W, V>(PhantomData<(T, W, V)>);

/// Starts an update of the rows of `target`: a table, or a filtered one.
pub fn update<T: IntoUpdateTarget>(target: T) -> Target<T::Table, T::WhereClause> {
    Target(target.into_update_target())
}

impl<T: QuerySource, W> Target<T, W> {
    /// Sets the assignments; at least one column must be assigned.
    pub fn set<V: AsChangeset<Target = T>>(
        self,
        values: V,
    ) -> Update<T::FromClause, W, V::Changeset, ByText> {
        self.to(values)
    }

    /// Sets assignments that name all their columns: the [`QueryId`] of a struct among `values`
    /// promises that it leaves none out.
    pub fn set_all<V: AsChangeset<Target = T> + QueryId>(
        self,
        values: V,
    ) -> Update<T::FromClause, W, V::Changeset, ByType<T, W, V>> {
        self.to(values)
    }

    fn to<V: AsChangeset<Target = T>, Id>(
        self,
        values: V,
    ) -> Update<T::FromClause, W, V::Changeset, Id> {
        let Self(UpdateTarget { table, where_clause: filter }) = self;
        let values = values.as_changeset();
        Update { from: table.from_clause(), filter, values, id: PhantomData }
    }
}

impl<F, W, V, Id, DB> QueryFragment<DB> for Update<F, W, V, Id>
where
    DB: Backend,
    F: QueryFragment<DB>,
    W: QueryFragment<DB>,
    V: QueryFragment<DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql("UPDATE ");
        self.from.walk_ast(out.reborrow())?;
        out.push_sql(" SET ");
        self.values.walk_ast(out.reborrow())?;
        self.filter.walk_ast(out.reborrow())
    }
}

impl<F, W, V, Id: QueryId> QueryId for Update<F, W, V, Id> {
    type QueryId = Id::QueryId;
    const HAS_STATIC_QUERY_ID: bool = Id::HAS_STATIC_QUERY_ID;
}

impl QueryId for ByText {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<T: QueryId, W: QueryId, V: QueryId> QueryId for ByType<T, W, V> {
    type QueryId = ByType<T::QueryId, W::QueryId, V::QueryId>;
    const HAS_STATIC_QUERY_ID: bool =
        T::HAS_STATIC_QUERY_ID && W::HAS_STATIC_QUERY_ID && V::HAS_STATIC_QUERY_ID;
}

impl<F, W, V, Id, C> RunQueryDsl<C> for Update<F, W, V, Id> {}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use diesel::connection::{Connection, InstrumentationEvent, SimpleConnection};
    use diesel::prelude::*;

    use super::update;

    diesel::table! {
        notes (id) {
            id -> Integer,
            title -> Text,
            body -> Nullable<Text>,
        }
    }

    /// A table of two notes, in memory.
    fn two_notes() -> SqliteConnection {
        let mut conn = SqliteConnection::establish(":memory:").unwrap();
        conn.batch_execute(
            "CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT); \
             INSERT INTO notes VALUES (1, 'a', 'x'), (2, 'b', 'y');",
        )
        .unwrap();
        conn
    }

    #[test]
    fn a_statement_that_is_found_by_its_types_is_one_of_its_own() {
        let mut conn = two_notes();
        for (id, title, body) in [(1, "c", None), (2, "d", Some("z"))] {
            let values = (notes::title.eq(title), notes::body.eq(body));
            assert_eq!(update(notes::table.find(id)).set_all(values).execute(&mut conn), Ok(1));
        }
        // The same columns in another order, fewer columns, other rows.
        let values = (notes::body.eq(Some("e")), notes::title.eq("f"));
        assert_eq!(update(notes::table.find(2)).set_all(values).execute(&mut conn), Ok(1));
        assert_eq!(
            update(notes::table.find(1)).set_all(notes::title.eq("g")).execute(&mut conn),
            Ok(1)
        );
        let bodiless = notes::table.filter(notes::body.is_null());
        assert_eq!(update(bodiless).set_all(notes::body.eq("h")).execute(&mut conn), Ok(1));
        let rows: Vec<(i32, String, Option<String>)> =
            notes::table.order(notes::id).load(&mut conn).unwrap();
        assert_eq!(rows, [(1, "g".into(), Some("h".into())), (2, "f".into(), Some("e".into()))]);
    }

    #[test]
    fn it_changes_what_is_filtered_and_is_prepared_once_for_each_set_of_columns() {
        let mut conn = two_notes();
        let cached = Arc::new(Mutex::new(Vec::new()));
        let recorded = Arc::clone(&cached);
        conn.set_instrumentation(move |event: InstrumentationEvent<'_>| {
            if let InstrumentationEvent::CacheQuery { sql, .. } = event {
                recorded.lock().unwrap().push(sql.to_owned());
            }
        });
        for (id, title, body) in [(1, "c", None), (2, "d", None), (1, "e", Some(None::<&str>))] {
            let values = (notes::title.eq(title), body.map(|body| notes::body.eq(body)));
            assert_eq!(update(notes::table.find(id)).set(values).execute(&mut conn), Ok(1));
        }
        let no_row = notes::table.filter(notes::title.eq("a"));
        assert_eq!(update(no_row).set(notes::title.eq("z")).execute(&mut conn), Ok(0));
        assert_eq!(
            *cached.lock().unwrap(),
            [
                "UPDATE `notes` SET `title` = ? WHERE (`notes`.`id` = ?)",
                "UPDATE `notes` SET `title` = ?, `body` = ? WHERE (`notes`.`id` = ?)",
                "UPDATE `notes` SET `title` = ? WHERE (`notes`.`title` = ?)",
            ]
        );
        let rows: Vec<(i32, String, Option<String>)> =
            notes::table.order(notes::id).load(&mut conn).unwrap();
        assert_eq!(rows, [(1, "e".into(), None), (2, "d".into(), Some("y".into()))]);
    }
}
