//! Validators (`ETag`) as clients send them back, in `If-Match` and `If-None-Match`.

/// The encodings by which proxies mark the validators of what they compress.
const ENCODINGS: [&str; 6] = ["gzip", "x-gzip", "br", "zstd", "deflate", "df"];

/// Returns whether a list of validators has that of a record, `etag`, also as a proxy changes it that
/// compresses: weak (`W/"…"`), or with a suffix for the encoding (`"…-gzip"`, `"…;gzip"`). `*` is any.
pub(crate) fn names_validator(list: &str, etag: &str) -> bool {
    let own = etag.trim_matches('"');
    list.split(',').map(str::trim).any(|one| {
        let one = one.strip_prefix("W/").or_else(|| one.strip_prefix("w/")).unwrap_or(one);
        let quoted = one.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        // Some proxies add the suffix behind the quote.
        let quoted = quoted.or_else(|| one.strip_prefix('"').filter(|rest| rest.contains('"')));
        let suffix = quoted.and_then(|quoted| quoted.strip_prefix(own));
        one == "*" || suffix.is_some_and(is_encoding)
    })
}

/// Returns whether nothing follows the validator but the name of an encoding.
fn is_encoding(suffix: &str) -> bool {
    let name = suffix.trim_start_matches(['"', '-', ';', ':', '+', '.']);
    suffix.is_empty() || (name.len() < suffix.len() && ENCODINGS.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::names_validator;

    #[test]
    fn a_validator_is_recognised_as_proxies_change_it() {
        for own in [
            "\"ab12\"",
            "W/\"ab12\"",
            "w/\"ab12\"",
            "\"ab12-gzip\"",
            "\"ab12;gzip\"",
            "\"ab12--gzip\"",
            "W/\"ab12-br\"",
            "\"ab12:zstd\"",
            "\"ab12\"-gzip",
            "\"other\", W/\"ab12\"",
            "\"other\" ,\"ab12-gzip\" ",
            "*",
            " * ",
        ] {
            assert!(names_validator(own, "\"ab12\""), "{own}");
        }
        for other in [
            "",
            "ab12",
            "\"ab123\"",
            "\"ab12-\"",
            "\"ab12-lzma\"",
            "\"ab12gzip\"",
            "\"ab1\"",
            "\"-gzip\"",
        ] {
            assert!(!names_validator(other, "\"ab12\""), "{other}");
        }
        // Images have validators of their own with a hyphen.
        assert!(names_validator("W/\"f00-small-gzip\"", "\"f00-small\""));
        assert!(!names_validator("\"f00-small\"", "\"f00-large\""));
    }
}
