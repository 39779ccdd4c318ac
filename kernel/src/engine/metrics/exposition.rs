//! The two text formats that Prometheus reads. Metrics are encoded as OpenMetrics 1.0; a client
//! that does not accept it gets the older text format 0.0.4, which differs in its comments only.

use actix_web::http::header::{self, Accept, Header};
use actix_web::{HttpMessage, mime};

/// A text format of metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// The text format of Prometheus, version 0.0.4: the default.
    Text,
    /// OpenMetrics 1.0.
    OpenMetrics,
}

impl Format {
    /// Returns the format for `Accept`: OpenMetrics when it is named, in a supported version, with
    /// at least the quality of plain text.
    pub(crate) fn negotiate(request: &impl HttpMessage) -> Self {
        let Ok(Accept(ranges)) = Accept::parse(request) else { return Self::Text };
        let quality = |suits: &dyn Fn(&mime::Mime) -> bool| {
            let suitable = ranges.iter().filter(|range| suits(&range.item));
            suitable.map(|range| range.quality).max().unwrap_or(header::Quality::ZERO)
        };
        let open = quality(&|range| {
            let version = range.get_param("version").map(|version| version.as_str());
            range.essence_str() == "application/openmetrics-text"
                && version.is_none_or(|version| version == "1.0.0")
        });
        let text = quality(&|range| range.essence_str() == "text/plain");
        if open > header::Quality::ZERO && open >= text { Self::OpenMetrics } else { Self::Text }
    }

    /// Returns its `Content-Type`.
    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            Self::Text => "text/plain; version=0.0.4; charset=utf-8",
            Self::OpenMetrics => "application/openmetrics-text; version=1.0.0; charset=utf-8",
        }
    }

    /// Writes metrics that are encoded as OpenMetrics in this format.
    pub(crate) fn write(self, encoded: String) -> String {
        match self {
            Self::Text => as_text(&encoded),
            Self::OpenMetrics => encoded,
        }
    }
}

/// Converts OpenMetrics to the text format 0.0.4. There a family is named like its samples, so that
/// the name of a counter ends in `_total` and that of an info in `_info`; an info is a gauge, an
/// unknown type is `untyped`, and there is neither `UNIT` nor `EOF`.
fn as_text(encoded: &str) -> String {
    let mut text = String::with_capacity(encoded.len() + encoded.len() / 16);
    // `HELP` precedes `TYPE`, and its name depends on the type.
    let mut help = None;
    for line in encoded.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            help = rest.split_once(' ');
        } else if let Some((name, kind)) =
            line.strip_prefix("# TYPE ").and_then(|rest| rest.split_once(' '))
        {
            let (suffix, kind) = match kind {
                "counter" => ("_total", "counter"),
                "info" => ("_info", "gauge"),
                "stateset" => ("", "gauge"),
                "unknown" => ("", "untyped"),
                // Its samples are named like those of a histogram, but the text format has no such
                // type.
                "gaugehistogram" => ("", "untyped"),
                kind => ("", kind),
            };
            if let Some((_, help_text)) = help.take().filter(|(helped, _)| *helped == name) {
                text.push_str(&format!(
                    "# HELP {name}{suffix} {}\n",
                    help_text.replace("\\\"", "\"")
                ));
            }
            text.push_str(&format!("# TYPE {name}{suffix} {kind}\n"));
        } else if !line.starts_with('#') {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn negotiated(accept: &str) -> Format {
        let request = TestRequest::default().insert_header((header::ACCEPT, accept));
        Format::negotiate(&request.to_request())
    }

    #[test]
    fn openmetrics_is_written_only_when_accepted() {
        let prometheus = "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,\
                          application/openmetrics-text;version=0.0.1;q=0.4,\
                          text/plain;version=0.0.4;q=0.3,*/*;q=0.2";
        for accept in [
            prometheus,
            "application/openmetrics-text",
            "application/openmetrics-text; version=1.0.0",
            "APPLICATION/OpenMetrics-Text",
            "text/plain, application/openmetrics-text",
            "text/html, application/openmetrics-text;q=0.1",
        ] {
            assert_eq!(negotiated(accept), Format::OpenMetrics, "{accept}");
        }
        for not in [
            "",
            "*/*",
            "text/plain",
            "application/*",
            "text/html,*/*;q=0.8",
            "application/openmetrics-text;q=0",
            "application/openmetrics-text;version=0.0.1",
            "application/openmetrics-text;version=2.0.0, */*",
            "application/openmetrics-text;q=0.3, text/plain;q=0.5",
            "nonsense",
        ] {
            assert_eq!(negotiated(not), Format::Text, "{not}");
        }
        assert_eq!(Format::negotiate(&TestRequest::default().to_request()), Format::Text);
    }

    #[test]
    fn families_are_named_as_their_samples_in_the_text_format() {
        let encoded = "# HELP build The \\\"product\\\".\n# TYPE build info\n\
                       build_info{version=\"1\"} 1\n# HELP asked Requests.\n# TYPE asked counter\n\
                       asked_total 3\n# HELP took_seconds Time.\n# TYPE took_seconds histogram\n\
                       # UNIT took_seconds seconds\ntook_seconds_sum 1.5\n\
                       # TYPE odd unknown\nodd 1\n# TYPE now gauge\nnow 2\n# EOF\n";
        let text = "# HELP build_info The \"product\".\n# TYPE build_info gauge\n\
                    build_info{version=\"1\"} 1\n# HELP asked_total Requests.\n\
                    # TYPE asked_total counter\nasked_total 3\n# HELP took_seconds Time.\n\
                    # TYPE took_seconds histogram\ntook_seconds_sum 1.5\n\
                    # TYPE odd untyped\nodd 1\n# TYPE now gauge\nnow 2\n";
        assert_eq!(as_text(encoded), text);
        assert_eq!(Format::OpenMetrics.write(encoded.to_owned()), encoded);
    }
}
