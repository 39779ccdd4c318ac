//! The message of an import with rejected rows.

use std::collections::HashSet;

use tables::CellError;

/// How many errors are reported before reading stops; a longer list would be of no use.
pub(crate) const MOST_ERRORS: usize = 10_000;

/// Returns the message that says how many rows were rejected, and how far reading went.
pub(crate) fn refusal(errors: &[CellError]) -> String {
    let lines: HashSet<u64> = errors.iter().map(|error| error.line).collect();
    let last = lines.iter().max().copied().unwrap_or_default();
    match lines.len() {
        rows if errors.len() >= MOST_ERRORS => format!(
            "At least {} rows were refused, and nothing was imported; reading stopped at line {}",
            grouped(rows as u64),
            grouped(last)
        ),
        1 => "A row was refused, and nothing was imported".to_owned(),
        rows => format!("{} rows were refused, and nothing was imported", grouped(rows as u64)),
    }
}

/// Formats a number with a comma between thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: u64, column: &str) -> CellError {
        CellError { line, column: column.to_owned(), message: "no".to_owned() }
    }

    #[test]
    fn the_message_says_how_many_rows_were_rejected_and_how_far_reading_went() {
        assert_eq!(refusal(&[error(2, "a")]), "A row was refused, and nothing was imported");
        let twice = [error(2, "a"), error(2, "b"), error(4, "a")];
        assert_eq!(refusal(&twice), "2 rows were refused, and nothing was imported");
        let many: Vec<CellError> = (0..10_000).map(|line| error(line + 2, "a")).collect();
        assert_eq!(
            refusal(&many),
            "At least 10,000 rows were refused, and nothing was imported; \
             reading stopped at line 10,001"
        );
        let wide: Vec<CellError> = (0..10_000).map(|line| error(line / 2 + 2, "a")).collect();
        assert!(refusal(&wide).starts_with("At least 5,000 rows"));
    }

    #[test]
    fn thousands_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
