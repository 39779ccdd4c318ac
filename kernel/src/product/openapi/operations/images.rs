//! The operations on images of a resource.

use serde_json::{Value, json};

use super::{Particulars, Subject, body, header, query, reference, refuse};

pub(super) fn image(_: &Subject<'_>) -> Particulars {
    let picture = json!({ "schema": { "type": "string", "format": "binary" } });
    let shown = json!({
        "description": "The image",
        "headers": { "ETag": header("The file and its size", json!({ "type": "string" })) },
        "content": { "image/jpeg": picture, "image/png": picture },
    });
    let mut image = Particulars::responds("200", shown, &[]);
    image.responses["304"] = json!({ "description": "The image is the one that the caller has" });
    refuse(&mut image.responses, &["400", "404"]);
    image.with([file(), size()])
}

pub(super) fn upload(_: &Subject<'_>) -> Particulars {
    let stored = json!({
        "description": "It is stored; a record can hold it",
        "content": { "application/json": { "schema": reference("UploadedImage") } },
    });
    Particulars {
        description: "A JPEG, PNG or WebP file. It is stored without metadata, upright, and in \
                      three sizes. What no record holds within a day is deleted.",
        body: Some(form("The image.")),
        ..Particulars::responds("201", stored, &["422", "429"])
    }
}

fn file() -> Value {
    json!({ "name": "file", "in": "path", "required": true, "description": "The name of the file.",
            "schema": { "type": "string", "pattern": "^[0-9a-f]{64}$" } })
}

fn size() -> Value {
    let sizes = json!({ "type": "string", "enum": ["small", "large", "full"], "default": "full" });
    query("size", "At most 320 pixels on each side, at most 1,280, or the image itself.", sizes)
}

/// Returns the body of an upload of one file.
pub(super) fn form(what: &str) -> Value {
    let file = json!({ "type": "string", "format": "binary", "description": what });
    let fields = json!({ "type": "object", "required": ["file"], "properties": { "file": file } });
    body("multipart/form-data", &fields)
}
