//! The fields of a resource with images, found in its schema.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::base::error::{Error, Result};
use crate::engine::schema::Definitions;

/// The schema of every image.
const IMAGE: &str = "#/components/schemas/Image";

/// A field with an image, or with a list of images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImageField {
    name: String,
    is_list: bool,
}

impl ImageField {
    /// Finds the image fields in the schema `view` of a resource.
    ///
    /// # Errors
    /// When a field has the widget and no images, or images and no widget. The files of such a
    /// field would be deleted after a day, or never.
    pub(crate) fn all(resource: &str, view: &str, schemas: &Definitions) -> Result<Vec<Self>> {
        let mut fields = Vec::new();
        for (name, property) in schemas.fields(view) {
            let is_image = |schema: &Value| schema["$ref"] == IMAGE;
            let holds = match property {
                one if is_image(one) || is_image(&one["anyOf"][0]) => Some("image"),
                list if is_image(&list["items"]) => Some("images"),
                _ => None,
            };
            let says = property["x-widget"].as_str();
            let says = says.filter(|widget| matches!(*widget, "image" | "images"));
            match (holds, says) {
                (None, None) => {}
                (Some(holds), Some(says)) if holds == says => {
                    fields.push(Self { name: name.clone(), is_list: holds == "images" });
                }
                (Some(holds), _) => {
                    return Err(Error::startup(format!(
                        "Resource {resource}: `{name}` holds images and must say x-widget: {holds}"
                    )));
                }
                (None, Some(says)) => {
                    return Err(Error::startup(format!(
                        "Resource {resource}: `{name}` says x-widget: {says} and holds no images: \
                         its type must be Image or ImageList of kernel::media"
                    )));
                }
            }
        }
        Ok(fields)
    }

    /// Returns whether it is this field.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name
    }

    /// Returns the files in this field of a record, each with its pointer.
    fn files<'a>(&self, record: &'a Value) -> Vec<(String, &'a str)> {
        let name = &self.name;
        let field = &record[name];
        let file = |pointer: String, image: &'a Value| Some((pointer, image["file"].as_str()?));
        if !self.is_list {
            return file(format!("/{name}/file"), field).into_iter().collect();
        }
        let items = field.as_array().into_iter().flatten().enumerate();
        items.filter_map(|(at, image)| file(format!("/{name}/{at}/file"), image)).collect()
    }
}

/// Returns the files of a record, each with the pointers to it, sorted by name: rows are locked in
/// this order.
pub(super) fn files<'a>(
    fields: &[ImageField],
    record: Option<&'a Value>,
) -> BTreeMap<&'a str, Vec<String>> {
    let mut files: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let found =
        record.into_iter().flat_map(|record| fields.iter().map(move |one| one.files(record)));
    for (pointer, file) in found.flatten() {
        files.entry(file).or_default().push(pointer);
    }
    files
}
