//! Cleans the names of files: they are shown, and a browser saves a file under its name.

use super::content::FileType;

/// How many characters a name may have.
const MOST: usize = 200;

/// The name of a file without a name.
const UNNAMED: &str = "file";

/// Joiners, which Persian names and emoji need.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Returns the name of a file without its path and without characters that cannot be seen or turn the text around, with an
/// ending of its type: a page that is also a picture must not be opened as a page.
pub(crate) fn cleaned(name: &str, of: FileType) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let seen = last.chars().filter_map(|letter| match letter {
        letter if letter.is_whitespace() => Some(' '),
        letter if JOINERS.contains(&letter) => Some(letter),
        letter if letter.is_control() || text::is_invisible(letter) => None,
        letter => Some(letter),
    });
    let seen: String = seen.collect();
    let seen = text::nfc(&seen);
    let name = seen.trim_matches(|letter: char| letter == '.' || letter.is_whitespace());
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if is_of(of, ending) => (stem.trim_end(), ending),
        _ => (name, of.endings()[0]),
    };
    let stem = if stem.is_empty() { UNNAMED } else { stem };
    let stem: String = stem.chars().take(MOST - ending.len() - 1).collect();
    format!("{}.{ending}", stem.trim_end())
}

fn is_of(of: FileType, ending: &str) -> bool {
    of.endings().iter().any(|one| one.eq_ignore_ascii_case(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_has_no_path_no_unseen_characters_and_the_ending_of_its_type() {
        let long = "x".repeat(400);
        let cut = format!("{}.pdf", "x".repeat(196));
        for (name, expected) in [
            ("deed.pdf", "deed.pdf"),
            ("Deed of 5.PDF", "Deed of 5.PDF"),
            ("../../etc/passwd", "passwd.pdf"),
            ("C:\\temp\\deed.pdf", "deed.pdf"),
            ("a\u{202e}fdp.exe", "afdp.exe.pdf"),
            ("a\r\nSet-Cookie: x\0.pdf", "a  Set-Cookie: x.pdf"),
            ("", "file.pdf"),
            ("...", "file.pdf"),
            (".pdf", "pdf.pdf"),
            ("عقد الإيجار.pdf", "عقد الإيجار.pdf"),
            ("e\u{301}.pdf", "é.pdf"),
            (long.as_str(), cut.as_str()),
        ] {
            assert_eq!(cleaned(name, FileType::Pdf), expected, "{name:?}");
            assert!(cleaned(name, FileType::Pdf).chars().count() <= MOST);
        }
        assert_eq!(cleaned("a.jpeg", FileType::Jpeg), "a.jpeg");
        assert_eq!(cleaned("a.html", FileType::Png), "a.html.png");
    }
}
