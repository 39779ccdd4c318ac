//! The operations on images of a resource.

use serde_json::{Value, json};

use super::{Described, Needs, described, header, id, query, reference, refuse};
use crate::records::resource::Registration;

pub(super) fn operations(registration: &Registration) -> Vec<Described> {
    let path = registration.info.path();
    let singular = registration.info.word();
    let mut operations = vec![described(
        registration,
        (format!("{path}/{{id}}/images/{{file}}"), "get"),
        ("image", "image_view"),
        Needs::Action("read"),
        format!("An image of a {singular}"),
        |operation| {
            operation.insert("parameters".into(), json!([id(), file(), size()]));
            let mut responses = shown();
            refuse(&mut responses, &["400", "404"]);
            operation.insert("responses".into(), responses);
        },
    )];
    if registration.creates().is_some() || registration.changes().is_some() {
        operations.push(described(
            registration,
            (format!("{path}/images"), "post"),
            ("imageUpload", "image_upload"),
            Needs::Action("upload"),
            format!("Upload an image for a {singular}"),
            |operation| {
                operation.insert(
                    "description".into(),
                    json!(
                        "A JPEG, PNG or WebP file. It is stored without metadata, upright, and in \
                         three sizes. What no record holds within a day is deleted."
                    ),
                );
                operation.insert("requestBody".into(), form());
                let mut responses = json!({ "201": {
                    "description": "It is stored; a record can hold it",
                    "content": { "application/json": { "schema": reference("UploadedImage") } },
                } });
                refuse(&mut responses, &["422", "429"]);
                operation.insert("responses".into(), responses);
            },
        ));
    }
    operations
}

fn file() -> Value {
    json!({ "name": "file", "in": "path", "required": true, "description": "The name of the file.",
            "schema": { "type": "string", "pattern": "^[0-9a-f]{64}$" } })
}

fn size() -> Value {
    let sizes = json!({ "type": "string", "enum": ["small", "large", "full"], "default": "full" });
    query("size", "At most 320 pixels on each side, at most 1,280, or the image itself.", sizes)
}

fn form() -> Value {
    json!({
        "required": true,
        "content": { "multipart/form-data": { "schema": {
            "type": "object",
            "required": ["file"],
            "properties": { "file": { "type": "string", "format": "binary", "description": "The image." } },
        } } },
    })
}

fn shown() -> Value {
    let picture = json!({ "schema": { "type": "string", "format": "binary" } });
    json!({
        "200": {
            "description": "The image",
            "headers": { "ETag": header("The file and its size", json!({ "type": "string" })) },
            "content": { "image/jpeg": picture, "image/png": picture },
        },
        "304": { "description": "The image is the one that the caller has" },
    })
}
