//! Whether a reversal made a record what it was before.

use serde_json::Value;

use super::registered::identifier;
use super::{Record, RegisteredResource};
use crate::base::error::Result;
use crate::records::revisions::STAMPS;

/// Returns whether a record is what it was before, without its times and without what it shows of other records.
/// Of the fields that no input writes these count that the request had changed.
pub(super) fn is_as_before(
    entry: &RegisteredResource,
    before: &Value,
    after: Option<&Value>,
    now: &Record,
) -> Result<bool> {
    if entry.record(before.clone())?.input != now.input {
        return Ok(false);
    }
    let info = entry.info();
    let reference = |name: &str| info.references.iter().find(|one| one.view == name);
    let own = entry.read_only.iter().filter(|name| {
        *name != info.id
            && !STAMPS.contains(&name.as_str())
            && reference(name).is_none_or(|one| one.field.is_empty())
    });
    let value = |of: &Value, name: &str| match reference(name) {
        Some(_) => identifier(of.get(name).unwrap_or(&Value::Null)),
        None => of.get(name).cloned().unwrap_or_default(),
    };
    let mut changed =
        own.filter(|name| after.is_none_or(|after| value(after, name) != value(before, name)));
    Ok(changed.all(|name| value(before, name) == value(&now.view, name)))
}
