//! The error of one value, on its way to the cell at which it is reported.

/// Why a value could not be made.
pub(super) enum ValueError {
    At {
        column: Option<usize>,
        message: String,
    },
    /// It was reported where the value was first needed.
    Reported,
}

/// Makes an error of `message`, at the column that it is about.
pub(super) fn at(column: Option<usize>, message: String) -> ValueError {
    ValueError::At { column, message }
}
