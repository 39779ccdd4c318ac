//! Records by their identifiers, in the order in which they are given: those of a page.
//!
//! On PostgreSQL all of them are one value, so that there is one statement for each resource, whatever the order of
//! the list and however many there are. On SQLite there is one for each number of them.

use std::sync::Arc;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{Array, Text};
use diesel::sqlite::Sqlite;

use super::expression::ColumnSql;
use crate::base::id::Id;

/// A condition: the record is one of these.
#[derive(Clone)]
pub struct ByIdentifier {
    pub(super) id: Arc<dyn ColumnSql>,
    ids: Vec<String>,
}

/// The order of these records, as they are given.
#[derive(Clone)]
pub struct AsGiven {
    pub(super) id: Arc<dyn ColumnSql>,
    ids: String,
}

impl ByIdentifier {
    pub(super) fn new(id: &Arc<dyn ColumnSql>, ids: &[Id]) -> Self {
        Self { id: Arc::clone(id), ids: ids.iter().map(Id::to_string).collect() }
    }
}

impl AsGiven {
    pub(super) fn new(id: &Arc<dyn ColumnSql>, ids: &[Id]) -> Self {
        let ids: Vec<&str> = ids.iter().map(Id::as_str).collect();
        Self { id: Arc::clone(id), ids: ids.join(" ") }
    }
}

impl QueryFragment<Pg> for ByIdentifier {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        QueryFragment::<Pg>::walk_ast(&*self.id, out.reborrow())?;
        out.push_sql(" = ANY(");
        out.push_bind_param::<Array<Text>, Vec<String>>(&self.ids)?;
        out.push_sql(")");
        Ok(())
    }
}

impl QueryFragment<Sqlite> for ByIdentifier {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        QueryFragment::<Sqlite>::walk_ast(&*self.id, out.reborrow())?;
        for (index, id) in self.ids.iter().enumerate() {
            out.push_sql(if index == 0 { " IN (" } else { ", " });
            out.push_bind_param::<Text, String>(id)?;
        }
        out.push_sql(")");
        Ok(())
    }
}

macro_rules! position_in {
    ($backend:ty, $function:literal) => {
        impl QueryFragment<$backend> for AsGiven {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                out.push_sql($function);
                out.push_bind_param::<Text, String>(&self.ids)?;
                out.push_sql(", ");
                QueryFragment::<$backend>::walk_ast(&*self.id, out.reborrow())?;
                out.push_sql(")");
                Ok(())
            }
        }
    };
}
position_in!(Pg, "strpos(");
position_in!(Sqlite, "instr(");
