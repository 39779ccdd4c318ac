//! Records as JSON text, of which fields are replaced and left out without reading the others.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, Write};
use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::ser::Formatter;
use serde_json::value::RawValue;

use crate::base::error::{Error, Result};
use crate::base::id::Id;

/// About how many bytes a record has.
const USUAL: usize = 1024;

/// Records as JSON text.
pub(crate) struct RecordTexts {
    text: Vec<u8>,
    /// The fields of each record.
    records: Vec<Vec<Field>>,
}

/// Where a field is in the text: its name in quotes, and its value.
struct Field {
    name: Range<usize>,
    value: Range<usize>,
}

impl RecordTexts {
    pub(crate) fn of(records: &[impl Serialize]) -> Result<Self> {
        let (mut text, length) = (Vec::with_capacity(records.len() * USUAL), Cell::new(0));
        let mut found = Vec::with_capacity(records.len());
        let into = Counted { text: &mut text, length: &length };
        let fields = Fields { length: &length, depth: 0, records: &mut found };
        let mut serializer = serde_json::Serializer::with_formatter(into, fields);
        records.serialize(&mut serializer).map_err(Error::internal)?;
        Ok(Self { text, records: found })
    }

    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns the records as values.
    pub(crate) fn values(&self) -> Result<Vec<Value>> {
        serde_json::from_slice(&self.joined()).map_err(Error::internal)
    }

    /// Returns the value of a field of a record, if it has the field.
    pub(crate) fn value(&self, at: usize, name: &str) -> Result<Option<Value>> {
        let text = self.text(at, name);
        text.map(|text| serde_json::from_slice(text).map_err(Error::internal)).transpose()
    }

    /// Returns the text of the value of a field of a record, if it has the field.
    pub(crate) fn text(&self, at: usize, name: &str) -> Option<&[u8]> {
        let known = self.position(at, name)?;
        Some(&self.text[self.records[at][known].value.clone()])
    }

    /// Returns the identifiers of the records that a value refers to: one, a list of them, or null.
    pub(crate) fn identifiers(value: &[u8]) -> Result<Vec<Id>> {
        let mut found = Vec::new();
        add_identifiers(value, &mut found).map_err(Error::internal)?;
        Ok(found)
    }

    /// Replaces the value of a field of a record, which is added when the record lacks it.
    pub(crate) fn set(&mut self, at: usize, name: &str, value: &Value) -> Result<()> {
        let known = self.position(at, name);
        let value = self.append(value)?;
        match known {
            Some(known) => self.records[at][known].value = value,
            None => {
                let name = self.append(&Value::from(name))?;
                self.records[at].push(Field { name, value });
            }
        }
        Ok(())
    }

    /// Leaves a field out of a record.
    pub(crate) fn remove(&mut self, at: usize, name: &str) {
        if let Some(known) = self.position(at, name) {
            self.records[at].remove(known);
        }
    }

    /// Returns the records as a JSON list.
    pub(crate) fn joined(&self) -> Vec<u8> {
        let mut joined = Vec::with_capacity(self.text.len());
        joined.push(b'[');
        for (at, fields) in self.records.iter().enumerate() {
            joined.extend_from_slice(if at == 0 { b"{" } else { b",{" });
            for (at, field) in fields.iter().enumerate() {
                if at > 0 {
                    joined.push(b',');
                }
                joined.extend_from_slice(&self.text[field.name.clone()]);
                joined.push(b':');
                joined.extend_from_slice(&self.text[field.value.clone()]);
            }
            joined.push(b'}');
        }
        joined.push(b']');
        joined
    }

    fn position(&self, at: usize, name: &str) -> Option<usize> {
        let is_named =
            |field: &Field| self.text[field.name.start + 1..field.name.end - 1] == *name.as_bytes();
        self.records[at].iter().position(is_named)
    }

    fn append(&mut self, value: &Value) -> Result<Range<usize>> {
        let start = self.text.len();
        serde_json::to_writer(&mut self.text, value).map_err(Error::internal)?;
        Ok(start..self.text.len())
    }
}

/// What of a record that is shown in another one is its identifier.
#[derive(Deserialize)]
struct Identified<'a> {
    #[serde(borrow, rename = "_id")]
    own: Option<Cow<'a, str>>,
    #[serde(borrow)]
    id: Option<Cow<'a, str>>,
}

fn add_identifiers(value: &[u8], found: &mut Vec<Id>) -> serde_json::Result<()> {
    let id: Option<Cow<'_, str>> = match value.first() {
        Some(b'{') => {
            let Identified { own, id } = serde_json::from_slice(value)?;
            own.or(id)
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_slice(value)?;
            let mut items = items.into_iter().map(|item| item.get().as_bytes());
            return items.try_for_each(|item| add_identifiers(item, found));
        }
        _ => serde_json::from_slice(value)?,
    };
    found.extend(id.and_then(|id| Id::parse(&id)));
    Ok(())
}

/// A text whose length can be read while it is written.
struct Counted<'a> {
    text: &'a mut Vec<u8>,
    length: &'a Cell<usize>,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.text.extend_from_slice(bytes);
        self.length.set(self.text.len());
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a list of records without spaces, and notes where each field is.
struct Fields<'a> {
    length: &'a Cell<usize>,
    /// How many objects the next one is in.
    depth: usize,
    records: &'a mut Vec<Vec<Field>>,
}

impl Fields<'_> {
    /// The field that is being written, unless it is one of an object within a record.
    fn current(&mut self) -> Option<&mut Field> {
        if self.depth > 1 {
            return None;
        }
        self.records.last_mut()?.last_mut()
    }
}

impl Formatter for Fields<'_> {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.depth == 0 {
            // Records of one kind have about as many fields.
            let fields = self.records.last().map_or(0, Vec::len);
            self.records.push(Vec::with_capacity(fields + 1));
        }
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        if !first {
            to.write_all(b",")?;
        }
        let start = self.length.get();
        if let Some(fields) = self.records.last_mut().filter(|_| self.depth == 1) {
            fields.push(Field { name: start..start, value: start..start });
        }
        Ok(())
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        let end = self.length.get();
        if let Some(field) = self.current() {
            field.name.end = end;
        }
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b":")?;
        let start = self.length.get();
        if let Some(field) = self.current() {
            field.value.start = start;
        }
        Ok(())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        let end = self.length.get();
        if let Some(field) = self.current() {
            field.value.end = end;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::engine::list::Page;

    fn records() -> Vec<Value> {
        vec![
            json!({"_id": "1", "name": "a, \"b\": {", "of": {"_id": "7", "name": "x"}, "tags": []}),
            json!({}),
            json!({"_id": "2", "of": [{"id": "8", "of": {"name": 1}}, "9"], "name": null}),
        ]
    }

    #[test]
    fn texts_are_those_of_the_records() {
        let texts = RecordTexts::of(&records()).unwrap();
        assert_eq!(texts.joined(), serde_json::to_vec(&records()).unwrap());
        assert_eq!((texts.len(), texts.values().unwrap()), (3, records()));
        assert_eq!(texts.value(0, "of").unwrap(), Some(json!({"_id": "7", "name": "x"})));
        assert_eq!(texts.value(1, "of").unwrap(), None);
        assert_eq!(texts.text(2, "name"), Some(&b"null"[..]));
        assert_eq!([texts.text(1, "name"), texts.text(0, "x")], [None, None]);
    }

    #[test]
    fn identifiers_are_those_of_the_records_that_a_value_refers_to() {
        let (one, other) = (Id::new(), Id::new());
        for (value, ids) in [
            (json!({"_id": one, "name": "x", "of": {"_id": other}}), vec![&one]),
            (json!({"name": "x", "id": other}), vec![&other]),
            (json!([{"_id": one}, other, {"name": "x"}]), vec![&one, &other]),
            (json!(one), vec![&one]),
            (json!("x"), vec![]),
            (json!([]), vec![]),
            (Value::Null, vec![]),
        ] {
            let found = RecordTexts::identifiers(value.to_string().as_bytes()).unwrap();
            assert_eq!(found.iter().collect::<Vec<_>>(), ids, "{value}");
        }
    }

    #[test]
    fn page_of_texts_is_the_page_of_the_records() {
        let texts = RecordTexts::of(&records()).unwrap();
        let page = Page { items: records(), total: 53, page: 2, limit: 3, total_pages: 18 };
        let whole = serde_json::to_string(&page).unwrap();
        let text = page.map(drop).text_with(&texts.joined());
        assert_eq!(String::from_utf8(text).unwrap(), whole);
    }

    #[test]
    fn fields_are_replaced_added_and_left_out() {
        let mut texts = RecordTexts::of(&records()).unwrap();
        texts.set(0, "name", &Value::Null).unwrap();
        texts.remove(0, "of");
        texts.remove(0, "of");
        texts.set(1, "masked", &json!(["name"])).unwrap();
        texts.set(2, "of", &json!({"_id": "9"})).unwrap();
        let shown = r#"[{"_id":"1","name":null,"tags":[]},{"masked":["name"]},{"_id":"2","of":{"_id":"9"},"name":null}]"#;
        assert_eq!(String::from_utf8(texts.joined()).unwrap(), shown);
    }
}
