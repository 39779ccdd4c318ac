//! How a count is compared with its bound, and what a mail holds.

crate::text_enum! {
    /// How a count is compared with its bound, in the words of filters.
    pub(crate) enum Comparison {
        More = ("greater_than", "More than"),
        AtLeast = ("greater_than_or_equal", "At least"),
        Less = ("less_than", "Less than"),
        AtMost = ("less_than_or_equal", "At most"),
        Exactly = ("equals", "Exactly"),
    }
}

impl Comparison {
    /// Returns whether a count is across the bound.
    pub(super) fn is_met(self, count: i64, bound: i64) -> bool {
        match self {
            Self::More => count > bound,
            Self::AtLeast => count >= bound,
            Self::Less => count < bound,
            Self::AtMost => count <= bound,
            Self::Exactly => count == bound,
        }
    }

    /// Says that a count is across the bound.
    pub(super) fn said(self, bound: i64) -> String {
        let words = match self {
            Self::More => "more than",
            Self::AtLeast => "at least",
            Self::Less => "less than",
            Self::AtMost => "at most",
            Self::Exactly => "exactly",
        };
        format!("{words} {bound}")
    }
}

crate::text_enum! {
    /// What a mail holds.
    pub(crate) enum MailFormat {
        // A table in the mail: the first rows.
        Html = ("html", "In the mail"),
        // A workbook with all of them.
        Xlsx = ("xlsx", "As a workbook"),
    }
}
