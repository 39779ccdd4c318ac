//! The error of one value, before it is assigned to a cell.

/// Why a value could not be computed.
pub(super) enum ValueError {
    At {
        column: Option<usize>,
        message: String,
    },
    /// It was reported where the value was first needed.
    Reported,
}

/// Makes an error with this message for a column.
pub(super) fn at(column: Option<usize>, message: String) -> ValueError {
    ValueError::At { column, message }
}
