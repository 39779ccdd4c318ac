//! `UPDATE … SET … WHERE …`, as `diesel::update` writes it, but kept prepared: diesel prepares its own
//! anew each time, which takes longer than running it, most of all where a table has triggers.
//!
//! There is one statement for each set of columns that were changed together. Where that is always the
//! same set, its text is not even written again to find it.

use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::prelude::*;
use diesel::query_builder::{
    AsChangeset, AstPass, IntoUpdateTarget, QueryFragment, QueryId, UpdateTarget,
};
use diesel::query_source::QuerySource;

/// An `UPDATE` that says not yet what changes.
pub struct Target<T, W>(UpdateTarget<T, W>);

/// An `UPDATE`, to be executed; `Id` is what its statement is found by.
pub struct Update<F, W, V, Id> {
    from: F,
    filter: W,
    values: V,
    id: PhantomData<Id>,
}

/// A statement that is found by its text.
pub struct ByText;

/// A statement that is found by its types, which say all of its text.
pub struct ByType<T, W, V>(PhantomData<(T, W, V)>);

/// Changes the rows of `target`: a table, or one that is filtered.
pub fn update<T: IntoUpdateTarget>(target: T) -> Target<T::Table, T::WhereClause> {
    Target(target.into_update_target())
}

impl<T: QuerySource, W> Target<T, W> {
    /// What becomes of them; at least one column.
    pub fn set<V: AsChangeset<Target = T>>(
        self,
        values: V,
    ) -> Update<T::FromClause, W, V::Changeset, ByText> {
        self.to(values)
    }

    /// What becomes of them, as columns that are all named: a struct among `values` says by its
    /// [`QueryId`] that it leaves none out.
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
        // Of the same columns in another order, of fewer, of other rows.
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
        let kept = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&kept);
        conn.set_instrumentation(move |event: InstrumentationEvent<'_>| {
            if let InstrumentationEvent::CacheQuery { sql, .. } = event {
                heard.lock().unwrap().push(sql.to_owned());
            }
        });
        for (id, title, body) in [(1, "c", None), (2, "d", None), (1, "e", Some(None::<&str>))] {
            let values = (notes::title.eq(title), body.map(|body| notes::body.eq(body)));
            assert_eq!(update(notes::table.find(id)).set(values).execute(&mut conn), Ok(1));
        }
        let nobody = notes::table.filter(notes::title.eq("a"));
        assert_eq!(update(nobody).set(notes::title.eq("z")).execute(&mut conn), Ok(0));
        assert_eq!(
            *kept.lock().unwrap(),
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
