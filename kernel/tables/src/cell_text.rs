//! The texts of cells: their maximum length, the form in which they are compared, and how they are
//! written and quoted in messages.

use serde_json::Value;

/// The maximum length in bytes of a cell's text and of the result of a step: a mapping that doubles
/// a text a few dozen times must not fill the memory.
pub(crate) const LONGEST_TEXT: usize = 64 * 1024;

pub(crate) fn not_too_long(text: &str) -> Result<(), String> {
    if text.len() > LONGEST_TEXT {
        return Err(format!("the text becomes longer than {} KiB", LONGEST_TEXT / 1024));
    }
    Ok(())
}

/// Writes a value for use inside a text: a list with commas, everything else as JSON.
pub fn plain_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain_text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// Returns the form of a text in which texts are compared: after case folding, trimmed, with one
/// space between words.
pub(crate) fn comparable(text: &str) -> String {
    text::fold_case(&collapse(text))
}

/// Replaces runs of white space by one space, and removes characters that cannot be seen. The two joiners
/// stay: Persian spelling needs them.
pub(crate) fn collapse(text: &str) -> String {
    let joins = |letter: char| matches!(letter, '\u{200c}' | '\u{200d}');
    let is_visible = |letter: &char| joins(*letter) || !text::is_invisible(*letter);
    let visible: String = text.chars().filter(is_visible).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Quotes a cell for a message, truncated after 60 characters.
pub fn quote(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("'{}…'", &text[..end]),
        None => format!("'{text}'"),
    }
}

/// Replaces the control characters of a message that quotes a file or a mapping: a terminal would carry them out.
pub(crate) fn printable(message: String) -> String {
    let is_control = |c: char| c.is_control() && c != '\n' && c != '\t';
    match message.contains(is_control) {
        true => message.replace(is_control, "\u{fffd}"),
        false => message,
    }
}

/// Converts Arabic-Indic and Persian digits to 0 to 9 and typographic signs to ASCII; removes
/// characters that cannot be seen.
pub(crate) fn western(text: &str) -> String {
    let digit = |from: char, c: char| char::from(b'0' + (c as u32 - from as u32) as u8);
    text.chars()
        .filter(|c| !text::is_invisible(*c))
        .map(|c| match c {
            '\u{660}'..='\u{669}' => digit('\u{660}', c),
            '\u{6f0}'..='\u{6f9}' => digit('\u{6f0}', c),
            '\u{66a}' => '%',
            '\u{2212}' => '-',
            c if c.is_whitespace() => ' ',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collapsing_covers_non_breaking_spaces_tabs_and_direction_marks() {
        assert_eq!(collapse(" Palm\u{a0}\u{a0}Rise\t\u{200f}Tower "), "Palm Rise Tower");
        assert_eq!(collapse("برج\u{202e}  الندى"), "برج الندى");
    }

    #[test]
    fn long_cells_are_cut_in_messages() {
        assert_eq!(quote(&"ع".repeat(70)), format!("'{}…'", "ع".repeat(60)));
    }
}
