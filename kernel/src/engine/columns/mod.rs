//! Keeps columns of tables in memory, exactly as a snapshot has them. A list, or a question about a
//! million facts, is answered from arrays of numbers, and the database is only queried for changed
//! rows. `cache` says what makes them exact, `room` how much memory they take.

mod bitmap;
mod cache;
mod cached_rows;
mod cached_table;
mod column;
mod current;
mod derived;
mod joins;
mod lacking;
mod limit;
mod load;
mod loading;
mod need;
mod order;
mod room;
mod row_set;
mod table_columns;
mod texts;
mod turn;
mod value_index;
mod value_test;

pub(crate) use bitmap::{Bitmap, FoundRows};
pub(crate) use cache::ColumnCache;
pub(crate) use column::{Column, Key, Keys};
pub(crate) use current::{Current, CurrentTables};
pub(crate) use derived::Derived;
pub(crate) use joins::{Joins, Targets};
pub(crate) use load::LOADING;
pub(crate) use need::{ColumnExpr, Need, Shape};
pub(crate) use order::{EXACT, SortColumn};
pub(crate) use row_set::RowSet;
pub(crate) use table_columns::TableColumns;
pub(crate) use texts::{NONE, Texts, is_among};
pub(crate) use value_test::{Comparison, ValueTest};
