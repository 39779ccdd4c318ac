//! What is cached: expressions over the columns of one table.

/// An expression over the columns of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wanted {
    pub(crate) shape: Shape,
    pub(crate) sql: String,
}

/// The type of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    Number,
    Text,
    /// A point in time.
    Moment,
}

/// The columns of a table that a question needs.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    pub(crate) table: &'static str,
    pub(crate) columns: Vec<Wanted>,
}

impl Need {
    /// Returns the columns without the primary key, which is read in any case.
    pub(super) fn without_key(&self, key: Option<&str>) -> Vec<Wanted> {
        self.columns.iter().filter(|one| !self.is_key(one, key)).cloned().collect()
    }

    /// Returns whether a column is the primary key, whose name is `key`.
    pub(super) fn is_key(&self, wanted: &Wanted, key: Option<&str>) -> bool {
        let column = wanted.sql.strip_prefix(self.table).and_then(|rest| rest.strip_prefix('.'));
        wanted.shape == Shape::Text && column.is_some() && column == key
    }
}
