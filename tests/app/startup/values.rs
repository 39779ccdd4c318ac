//! The values of a product: what they cannot be, and that the document and every page have them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use kernel::Product;
use kernel::testing::{TestApp, startup_error};
use kernel::ui::{File, Ui};
use serde_json::json;

use crate::PRODUCT;

#[actix_web::test]
async fn value_that_cannot_be_is_named() {
    // The process has the time zone of this product from here on.
    TestApp::of(&PRODUCT).await;
    for (product, message) in [
        (
            Product { time_zone: "Asia/Dubay", ..PRODUCT },
            "The product's time zone \"Asia/Dubay\" is not in the IANA database. Write a name such as \
             \"Europe/Berlin\".",
        ),
        (
            Product { time_zone: "Europe/Berlin", ..PRODUCT },
            "This process runs a product with another time zone or first day of the week.",
        ),
        (
            Product { currency: "Dirham", ..PRODUCT },
            "The product Mizan: \"Dirham\" is no code of a currency such as \"EUR\".",
        ),
        (
            Product { languages: &[], ..PRODUCT },
            "The product Mizan: it has no language. Write one such as \"en-GB\".",
        ),
        (
            Product { languages: &["en_AE"], ..PRODUCT },
            "The product Mizan: \"en_AE\" is no tag of a language such as \"en-GB\".",
        ),
        (
            Product { start_pages: &[("nurse", "/home")], ..PRODUCT },
            "The product Mizan: the role \"nurse\", which has a start page, does not exist.",
        ),
        (
            Product { start_pages: &[("user", "/wards")], ..PRODUCT },
            "The product Mizan: \"/wards\", where the role user starts, is no page.",
        ),
        (
            Product { colours: &[("acent", "#0d5c59", "#69c5ba")], ..PRODUCT },
            "The product Mizan: there is no colour \"acent\"; did you mean accent?",
        ),
        (
            Product { colours: &[("accent", "#0d5c59", "teal")], ..PRODUCT },
            "The product Mizan: \"teal\", the colour accent, is not written as \"#0d5c59\".",
        ),
    ] {
        assert_eq!(startup_error(&product).await, message);
    }
}

fn files(path: &str) -> Option<File> {
    let page = b"<!doctype html><html><head><title>Page</title></head><body></body></html>";
    (path == "index.html").then_some(File { bytes: page.as_slice().into(), digest: [1; 32] })
}

/// Returns a value for each colour that the front ends have.
fn every_colour() -> &'static [(&'static str, &'static str, &'static str)] {
    static COLOURS: LazyLock<Vec<(&str, &str, &str)>> = LazyLock::new(|| {
        let tokens = include_str!("../../../ui-kit/src/tokens.ts");
        let (_, palette) = tokens.split_once("interface Palette {").unwrap();
        let (palette, _) = palette.split_once('}').unwrap();
        let names = palette.lines().filter_map(|line| line.trim().strip_suffix(": string;"));
        names.map(|name| (name, "#0d5c59", "#69c5ba80")).collect()
    });
    assert!(COLOURS.len() > 20);
    &COLOURS
}

#[actix_web::test]
async fn document_and_pages_have_the_values() {
    let app = TestApp::of(&Product {
        name: "Pots & <Pans>, the cook's",
        start_pages: &[("analytics", "/analytics")],
        colours: every_colour(),
        ui: Ui { admin: files, shell: files, docs: files },
        ..PRODUCT
    })
    .await;
    let values = json!({
        "name": "Pots & <Pans>, the cook's",
        "currency": "AED",
        "timeZone": "Asia/Dubai",
        "languages": ["en-AE"],
        "firstDayOfWeek": 1,
        "areas": ["estimations"],
        "startPages": [{ "role": "analytics", "path": "/analytics" }],
        "colours": {
            "light": every_colour().iter().map(|&(name, light, _)| (name, light)).collect::<BTreeMap<_, _>>(),
            "dark": every_colour().iter().map(|&(name, _, dark)| (name, dark)).collect::<BTreeMap<_, _>>(),
        },
    });
    let admin = app.sign_in("admin").await;
    let document = admin.get("/api/openapi.json").await.expect(200);
    assert_eq!(document["info"]["x-product"], values);
    assert_eq!(document["info"]["title"], values["name"]);
    for path in ["/login", "/backoffice"] {
        let page = app.anonymous().get(path).await;
        let text = String::from_utf8(page.bytes.clone()).unwrap();
        let start = "<!doctype html><html><head><title>Pots &amp; &lt;Pans&gt;, the cook&#39;s</title>\
                     <meta name=\"product\" content='";
        let rest = text.strip_prefix(start).unwrap_or_else(|| panic!("{text}"));
        let (content, rest) = rest.split_once('\'').unwrap();
        assert_eq!(rest, "></head><body></body></html>");
        let content = content.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'");
        let read: serde_json::Value = serde_json::from_str(&content.replace("&amp;", "&")).unwrap();
        assert_eq!(read, values);
        // Its tag is of the page as it is sent.
        assert_ne!(page.header("etag"), app.anonymous().get("/docs/").await.header("etag"));
    }
}
