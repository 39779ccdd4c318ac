//! Why a value could not be made, on its way to the cell that it is told of.

/// Why a value could not be made.
pub(super) enum Stop {
    At {
        column: Option<usize>,
        message: String,
    },
    /// It was told where the value was first needed.
    Told,
}

/// `message`, at the column that it is about.
pub(super) fn at(column: Option<usize>, message: String) -> Stop {
    Stop::At { column, message }
}
