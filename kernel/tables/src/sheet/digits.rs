//! Number formats that say where the digits of a whole number stand: `000` shows 1 as `001`, and
//! `00-000` shows 12345 as `12-345`. Formats with decimals, groups or percent are of quantities, whose
//! number says everything.

/// The sections of such a format.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DigitFormat(Vec<Section>);

#[derive(Clone, Debug, PartialEq)]
struct Section {
    /// The numbers that the section is for; all when there is none.
    when: Option<(Comparison, f64)>,
    places: Vec<Place>,
    /// Whether it shows quantities, texts or dates.
    is_other: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Comparison {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Different,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// A digit, 0 where the number has none.
    Digit,
    /// A digit where the number has one.
    Optional,
    Literal(char),
}

impl DigitFormat {
    /// Parses a format; `None` when it shows whole numbers as they are, or in another way.
    pub(super) fn of(code: &str) -> Option<Self> {
        let mut sections = Vec::new();
        let mut letters = code.chars();
        loop {
            let (section, more) = Section::read(&mut letters)?;
            sections.push(section);
            if !more || sections.len() == 4 {
                break;
            }
        }
        let plain = |section: &Section| {
            let digits = section.places.iter().filter(|place| **place == Place::Digit).count();
            section.is_other
                || digits < 2
                    && !section.places.iter().any(|place| matches!(place, Place::Literal(_)))
        };
        (!sections.iter().all(plain)).then_some(Self(sections))
    }

    /// Returns what a cell with this whole number shows; `None` for another number.
    pub(super) fn shown(&self, number: &str) -> Option<String> {
        if number.len() > 15 || !number.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let value: f64 = number.parse().ok()?;
        let section = self.0.iter().find(|section| section.is_for(value))?;
        if section.is_other {
            return None;
        }
        let shown = section.shown(number);
        (shown != number && !shown.is_empty()).then_some(shown)
    }
}

impl Section {
    /// Reads up to the end of a section; returns whether another one follows.
    fn read(letters: &mut std::str::Chars<'_>) -> Option<(Self, bool)> {
        let mut section = Self { when: None, places: Vec::new(), is_other: false };
        while let Some(letter) = letters.next() {
            let place = match letter {
                ';' => return Some((section, true)),
                '0' => Place::Digit,
                '#' | '?' => Place::Optional,
                '"' => {
                    let quoted = letters.by_ref().take_while(|letter| *letter != '"');
                    section.places.extend(quoted.map(Place::Literal));
                    continue;
                }
                '\\' => Place::Literal(letters.next()?),
                // The width of the next letter as a space, or its repetition: layout.
                '_' | '*' => {
                    letters.next()?;
                    continue;
                }
                '[' => {
                    let inside: String = letters.by_ref().take_while(|c| *c != ']').collect();
                    if inside.starts_with(['<', '>', '=']) {
                        section.when = Some(comparison(&inside)?);
                    } else if let Some(currency) = inside.strip_prefix('$') {
                        let sign = currency.split('-').next().unwrap_or_default();
                        section.places.extend(sign.chars().map(Place::Literal));
                    }
                    continue;
                }
                '-' | '+' | '/' | '(' | ')' | ':' | ' ' | '$' | '\u{a0}' => Place::Literal(letter),
                _ => {
                    section.is_other = true;
                    continue;
                }
            };
            section.places.push(place);
        }
        Some((section, false))
    }

    fn is_for(&self, value: f64) -> bool {
        self.when.is_none_or(|(comparison, bound)| match comparison {
            Comparison::Less => value < bound,
            Comparison::AtMost => value <= bound,
            Comparison::More => value > bound,
            Comparison::AtLeast => value >= bound,
            Comparison::Equal => value == bound,
            Comparison::Different => value != bound,
        })
    }

    fn shown(&self, number: &str) -> String {
        let number = number.trim_start_matches('0');
        let mut digits = number.chars().rev();
        let mut shown = Vec::new();
        let first = self.places.iter().position(|place| !matches!(place, Place::Literal(_)));
        for (at, place) in self.places.iter().enumerate().rev() {
            match place {
                Place::Literal(letter) => shown.push(*letter),
                Place::Digit => shown.push(digits.next().unwrap_or('0')),
                Place::Optional => shown.extend(digits.next()),
            }
            // A number with more digits than places has them before the first place.
            if first == Some(at) {
                shown.extend(digits.by_ref());
            }
        }
        let shown: String = shown.into_iter().rev().collect();
        shown.trim().to_owned()
    }
}

fn comparison(text: &str) -> Option<(Comparison, f64)> {
    let signs = [
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("<>", Comparison::Different),
        ("<", Comparison::Less),
        (">", Comparison::More),
        ("=", Comparison::Equal),
    ];
    let (sign, comparison) = signs.into_iter().find(|(sign, _)| text.starts_with(sign))?;
    Some((comparison, text[sign.len()..].trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(code: &str, number: &str) -> String {
        let format = DigitFormat::of(code);
        format.and_then(|format| format.shown(number)).unwrap_or_else(|| number.to_owned())
    }

    #[test]
    fn numbers_are_shown_by_the_places_of_their_format() {
        for (code, number, text) in [
            ("000", "1", "001"),
            ("000", "0", "000"),
            ("000", "12345", "12345"),
            ("0000000000", "501234567", "0501234567"),
            ("00-000", "12345", "12-345"),
            ("00\\-000", "45", "00-045"),
            ("\"B-\"000", "7", "B-007"),
            ("\"B\"0", "7", "B7"),
            ("000;-000;000;@", "4", "004"),
            ("[$-409]000", "4", "004"),
            ("[<=9999999]###\\-####;\\(###\\)\\ ###\\-####", "5551234", "555-1234"),
            ("[<=9999999]###\\-####;\\(###\\)\\ ###\\-####", "4155551234", "(415) 555-1234"),
            ("+000 00 000 0000", "971501234567", "+971 50 123 4567"),
        ] {
            assert_eq!(shown(code, number), text, "{code}");
        }
    }

    #[test]
    fn quantities_are_their_numbers() {
        for code in ["General", "0", "#", "#,##0", "0.00", "0%", "0.00E+00", "@", "#,##0\" AED\""] {
            assert_eq!(shown(code, "1234"), "1234", "{code}");
        }
        assert_eq!(shown("000", "-1"), "-1");
        assert_eq!(shown("000", "1.5"), "1.5");
    }
}
