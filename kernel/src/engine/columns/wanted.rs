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
