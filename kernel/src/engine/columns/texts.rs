//! A dictionary of the texts of a column, each with a code.

use std::collections::HashMap;

/// The number of a row or the code of a text that is missing.
pub(crate) const NONE: u32 = u32::MAX;

pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}

/// Returns for each of so many codes whether it is among some.
pub(crate) fn is_among(codes: &[u32], of: usize) -> Vec<bool> {
    let mut is_among = vec![false; of];
    codes.iter().for_each(|code| is_among[*code as usize] = true);
    is_among
}

/// Sorts rows by the code of their text. Returns them, and where those of each code begin; after the last code are rows
/// without a text.
pub(super) fn by_code(codes: &[u32], texts: usize) -> (Vec<u32>, Vec<u32>) {
    let group = |code: &u32| (*code as usize).min(texts);
    let mut starts = vec![0; texts + 2];
    codes.iter().for_each(|code| starts[group(code) + 1] += 1);
    for group in 1..starts.len() {
        starts[group] += starts[group - 1];
    }
    // Where the next row of each group belongs.
    let mut next = starts.clone();
    let mut rows = vec![0; codes.len()];
    for (row, code) in (0..).zip(codes) {
        let place = &mut next[group(code)];
        rows[*place as usize] = row;
        *place += 1;
    }
    starts.truncate(texts + 1);
    (rows, starts)
}

/// A dictionary of texts: each distinct text has a code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    /// All texts one after the other, each ended by a zero byte, so that one search looks through them.
    joined: String,
    /// Where each text begins in `joined`.
    starts: Vec<usize>,
    by_text: HashMap<Box<str>, u32>,
}

impl Texts {
    /// Returns the code of the text, or [`NONE`].
    pub(crate) fn code(&self, text: &str) -> u32 {
        self.by_text.get(text).copied().unwrap_or(NONE)
    }

    /// Returns about how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        // The entries of the map, each with a byte of its own, and the texts in them.
        let map = self.by_text.capacity() * (size_of::<(Box<str>, u32)>() + 1) + self.joined.len();
        self.joined.capacity() + self.starts.capacity() * size_of::<usize>() + map
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Iterates over the texts in the order of their codes.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        (0..number(self.len())).map(|code| self.text(code).unwrap_or_default())
    }

    /// Returns the text with this code.
    pub(crate) fn text(&self, code: u32) -> Option<&str> {
        let code = code as usize;
        let start = *self.starts.get(code)?;
        self.joined.get(start..self.end(code) - 1)
    }

    /// Returns the codes of the texts of which `passes` is true, ascending.
    pub(crate) fn codes_of(&self, passes: impl Fn(&str) -> bool) -> Vec<u32> {
        (0..).zip(self.all()).filter(|(_, text)| passes(text)).map(|(code, _)| code).collect()
    }

    /// Returns all codes but these, ascending.
    pub(crate) fn others(&self, codes: &[u32]) -> Vec<u32> {
        let is_among = is_among(codes, self.len());
        (0..).zip(is_among).filter(|(_, is_among)| !is_among).map(|(code, _)| code).collect()
    }

    /// Returns the codes of the texts that contain `term`, ascending.
    pub(crate) fn containing(&self, term: &str) -> Vec<u32> {
        let mut found = Vec::new();
        let finder = memchr::memmem::Finder::new(term);
        let (mut start, mut code) = (0, 0);
        while code < self.len()
            && let Some(at) = finder.find(&self.joined.as_bytes()[start..])
        {
            while self.end(code) <= start + at {
                code += 1;
            }
            // A term with a zero byte is in no text.
            if start + at + term.len() < self.end(code) {
                found.push(number(code));
            }
            start = self.end(code);
            code += 1;
        }
        found
    }

    /// Returns where the next text begins.
    fn end(&self, code: usize) -> usize {
        self.starts.get(code + 1).copied().unwrap_or(self.joined.len())
    }

    pub(super) fn code_or_add(&mut self, text: &str) -> u32 {
        match self.code(text) {
            NONE => self.add(text),
            known => known,
        }
    }

    pub(super) fn add(&mut self, text: &str) -> u32 {
        let code = number(self.starts.len());
        self.starts.push(self.joined.len());
        self.joined.push_str(text);
        self.joined.push('\0');
        self.by_text.insert(text.into(), code);
        code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_found_inside_of_texts_and_not_across_two() {
        let mut texts = Texts::default();
        for text in ["", "sea view", "park", "views", "", "é"] {
            texts.add(text);
        }
        assert_eq!(texts.containing("view"), [1, 3]);
        assert_eq!(texts.containing("e"), [1, 3]);
        assert_eq!(texts.containing("é"), [5]);
        for term in ["wp", "w\0p", "\0"] {
            assert!(texts.containing(term).is_empty());
        }
        assert_eq!(texts.all().collect::<Vec<_>>(), ["", "sea view", "park", "views", "", "é"]);
        assert_eq!(
            [texts.text(1), texts.text(4), texts.text(6)],
            [Some("sea view"), Some(""), None]
        );
    }
}
