//! A mail as plain text and as HTML. The HTML is one column without images or scripts: it fits 320 pixels and is at most
//! 600 wide, and says what it looks like in a dark theme.

use std::fmt::Write;

use super::message::Table;

/// What mails say of the product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    /// Its name.
    pub(crate) product: &'a str,
    /// Its URL in browsers.
    pub(crate) url: &'a str,
    /// The colour of what leads on, and of what stands on it.
    pub(crate) accent: (&'a str, &'a str),
}

/// What a mail says, in parts.
#[derive(Default)]
pub(super) struct Letter {
    pub(super) subject: String,
    pub(super) paragraphs: Vec<String>,
    pub(super) button: Option<(&'static str, String)>,
    pub(super) table: Option<Table>,
    /// Below the button and the table.
    pub(super) closing: Vec<String>,
    /// Where a subscription is stopped.
    pub(super) stop: Option<String>,
}

const STOP: &str = "Stop these mails";

impl Letter {
    pub(super) fn text(&self, place: &Place<'_>) -> String {
        let mut parts = self.paragraphs.clone();
        if let Some((label, link)) = &self.button {
            parts.push(format!("{label}:\n{link}"));
        }
        if let Some(table) = &self.table {
            let rows = std::iter::once(&table.header).chain(&table.rows);
            parts.push(rows.map(|row| row.join(" | ")).collect::<Vec<_>>().join("\n"));
        }
        parts.extend(self.closing.iter().cloned());
        if let Some(stop) = &self.stop {
            parts.push(format!("{STOP}:\n{stop}"));
        }
        parts.push(format!("-- \n{}\n{}", place.product, place.url));
        parts.join("\n\n") + "\n"
    }

    pub(super) fn html(&self, place: &Place<'_>) -> String {
        let (accent, on_accent) = place.accent;
        let mut body = String::new();
        let mut paragraph = |text: &str, class: &str| {
            let text = escaped(text).replace('\n', "<br>");
            // Writing to a text does not fail.
            let _ = write!(body, "<p{class}>{text}</p>");
        };
        self.paragraphs.iter().for_each(|text| paragraph(text, ""));
        if let Some((label, link)) = &self.button {
            let (label, link) = (escaped(label), escaped(link));
            let _ = write!(
                body,
                "<p><a class=\"button\" href=\"{link}\">{label}</a></p><p class=\"link\">{link}</p>"
            );
        }
        if let Some(table) = &self.table {
            body.push_str(&table_html(table));
        }
        for text in &self.closing {
            let _ = write!(body, "<p>{}</p>", escaped(text));
        }
        if let Some(stop) = &self.stop {
            let _ = write!(body, "<p><a href=\"{}\">{STOP}</a></p>", escaped(stop));
        }
        let (title, product, url) =
            (escaped(&self.subject), escaped(place.product), escaped(place.url));
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{title}</title><style>\
             :root{{color-scheme:light dark}}\
             body{{margin:0;background:#f4f4f2;color:#1c2321;font:16px/1.5 system-ui,sans-serif}}\
             main{{max-width:600px;margin:0 auto;padding:24px 16px;background:#ffffff;box-sizing:border-box}}\
             p{{margin:0 0 16px;overflow-wrap:anywhere}}h1{{font-size:20px;line-height:1.3;margin:0 0 16px}}\
             a{{color:{accent}}}\
             .button{{display:inline-block;padding:12px 20px;border-radius:6px;background:{accent};color:{on_accent};\
             text-decoration:none;font-weight:600}}\
             .link,footer{{font-size:13px;color:#5c6663}}\
             .rows{{overflow-x:auto;margin:0 0 16px}}table{{border-collapse:collapse;font-size:14px}}\
             th,td{{padding:6px 10px;border-bottom:1px solid #d8dcda;text-align:start;vertical-align:top}}\
             @media (prefers-color-scheme:dark){{body{{background:#121615;color:#e6eae8}}main{{background:#1b2120}}\
             a{{color:#7cc8c3}}.button{{background:#7cc8c3;color:#10201f}}.link,footer{{color:#a3adaa}}\
             th,td{{border-color:#39423f}}}}\
             </style></head><body><main><h1>{title}</h1>{body}<footer>{product}<br>{url}</footer></main></body></html>"
        )
    }
}

fn table_html(table: &Table) -> String {
    let row = |cells: &[String], tag: &str| {
        let cells = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)));
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    let rows: String = table.rows.iter().map(|cells| row(cells, "td")).collect();
    let header = row(&table.header, "th");
    format!("<div class=\"rows\"><table><thead>{header}</thead><tbody>{rows}</tbody></table></div>")
}

/// Returns a text as it is written in HTML.
pub(crate) fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}
