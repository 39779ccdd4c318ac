//! `UPDATE … SET … WHERE …`, as `diesel::update` writes it, but kept prepared: diesel prepares its own
//! anew each time, which takes longer than running it, most of all where a table has triggers.
//!
//! There is one statement for each set of columns that were changed together.

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::prelude::*;
use diesel::query_builder::{
    AsChangeset, AstPass, IntoUpdateTarget, QueryFragment, QueryId, UpdateTarget,
};
use diesel::query_source::QuerySource;

/// An `UPDATE` that says not yet what changes.
pub struct Target<T, W>(UpdateTarget<T, W>);

/// An `UPDATE`, to be executed.
pub struct Update<F, W, V> {
    from: F,
    filter: W,
    values: V,
}

/// Changes the rows of `target`: a table, or one that is filtered.
pub fn update<T: IntoUpdateTarget>(target: T) -> Target<T::Table, T::WhereClause> {
    Target(target.into_update_target())
}

impl<T: QuerySource, W> Target<T, W> {
    /// What becomes of them; at least one column.
    pub fn set<V: AsChangeset<Target = T>>(
        self,
        values: V,
    ) -> Update<T::FromClause, W, V::Changeset> {
        let Self(UpdateTarget { table, where_clause }) = self;
        let values = values.as_changeset();
        Update { from: table.from_clause(), filter: where_clause, values }
    }
}

impl<F, W, V, DB> QueryFragment<DB> for Update<F, W, V>
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

impl<F, W, V> QueryId for Update<F, W, V> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<F, W, V, C> RunQueryDsl<C> for Update<F, W, V> {}

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

    #[test]
    fn it_changes_what_is_filtered_and_is_prepared_once_for_each_set_of_columns() {
        let mut conn = SqliteConnection::establish(":memory:").unwrap();
        conn.batch_execute(
            "CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT); \
             INSERT INTO notes VALUES (1, 'a', 'x'), (2, 'b', 'y');",
        )
        .unwrap();
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
