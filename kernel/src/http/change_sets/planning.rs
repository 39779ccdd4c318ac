//! Plans change sets: POST /api/backoffice/change-sets. An import with `?plan=true` stores its plan the same way.

use std::sync::Arc;

use actix_web::HttpResponse;
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use super::inboxes;
use super::lacking;
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::engine::policy::{PROPOSE, READ};
use crate::engine::schema::escape;
use crate::records::body::Unchecked;
use crate::records::change_sets::making::SetMaker;
use crate::records::change_sets::merging::MOST_MERGED;
use crate::records::change_sets::planning::NO_SECRETS;
use crate::records::change_sets::queries::SetRow;
use crate::records::change_sets::{ChangeSet, MOST, SetKind, SetState};
use crate::records::handler::Routes;
use crate::records::jobs::JobKind;
use crate::records::jobs::work::{LongRequest, NewJob};
use crate::records::request::RequestContext;
use crate::records::{RegisteredResource, Selection, WHERE, below};
use crate::{post, utoipa};

/// The field with the identifiers of the records.
const IDS: &str = "ids";

/// Mounts the operation.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(change_set_create);
}

/// What is to become of which records.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "it describes what the handler reads")]
struct ChangeSetInput {
    /// The resource, by its name in the document: `x-resource.name`.
    resource: String,
    /// The fields to change, as in `PATCH` of a record. Give this, `delete` or `merge`.
    update: Option<Map<String, Value>>,
    /// `true`: delete the records.
    delete: Option<bool>,
    /// Merge the records into another one.
    merge: Option<MergeInto>,
    /// The identifiers of the records. Give these, or `where`.
    ids: Option<Vec<Id>>,
    /// All records that match, as the list shows them at this moment.
    r#where: Option<Map<String, Value>>,
}

/// The record that others are merged into.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "it describes what the handler reads")]
struct MergeInto {
    /// Its identifier.
    into: Id,
}

/// Plan a change of many records
///
/// Works out what becomes of each record, at most 100,000, and stores it: nothing else is written. The set is then looked at,
/// corrected, applied or discarded. With `update`, `delete` or both for `merge` it is planned to be applied by the caller; a
/// caller who may only `propose` makes a proposal, which a user with `approve` applies.
#[post(
    "/backoffice/change-sets",
    tag = "change-sets",
    permission = "signed-in",
    response(201, "The plan", ChangeSet,
        headers(("Location" = String, description = "Where it is"))),
)]
async fn change_set_create(
    context: RequestContext,
    long: LongRequest,
    body: Unchecked<ChangeSetInput>,
) -> Result<HttpResponse> {
    let once = context.once(body.json.to_string().as_bytes());
    let Wanted { entry, kind, request, selection } = Wanted::read(&context, body.json)?;
    let core = Arc::clone(&context.core);
    let resource = entry.info().name;
    let mut set = SetRow::new(resource, (kind, SetState::Planned), &request, &context.by);
    set.state = match lacking(&core, &context.by, &set) {
        None => SetState::Planned,
        Some(_) if context.by.may(&core.policy, resource, PROPOSE) => SetState::Proposed,
        Some(action) => return Err(Error::not_permitted(resource, action)),
    };
    let by = match set.state {
        SetState::Proposed => context.by.changing_by(PROPOSE),
        _ => context.by.clone(),
    };
    // It runs to its end even when the client disconnects, so that no rows are left without a set.
    long.respond(NewJob::of(JobKind::Plan, resource), once.clone(), move |progress| async move {
        let making = SetMaker { core, by, once, set, on_stored: inboxes::proposed, progress };
        match kind {
            SetKind::Merge => making.of_merge(entry, selection).await,
            _ => making.of_selection(entry, selection).await,
        }
    })
    .await
}

/// A request to plan a set.
struct Wanted {
    entry: Arc<RegisteredResource>,
    kind: SetKind,
    /// What is to become of the records.
    request: Value,
    selection: Selection,
}

impl Wanted {
    fn read(context: &RequestContext, body: Value) -> Result<Self> {
        let Value::Object(mut body) = body else {
            return Err(Error::invalid("", "The body must be a group of fields"));
        };
        let mut errors: Vec<FieldError> = body
            .keys()
            .filter(|name| {
                !["resource", "update", "delete", "merge", IDS, WHERE].contains(&name.as_str())
            })
            .map(|name| FieldError::new(format!("/{}", escape(name)), "There is no such field"))
            .collect();
        let entry = match body.remove("resource") {
            None | Some(Value::Null) => Err("Resource is required"),
            Some(Value::String(name)) => {
                let entry = context.core.records.get(&name).cloned();
                if entry.is_some() && !context.by.may(&context.core.policy, &name, READ) {
                    return Err(Error::not_permitted(name, READ));
                }
                entry.ok_or("There is no such resource")
            }
            Some(_) => Err("This must be the name of a resource"),
        };
        let kinds = [SetKind::Update, SetKind::Delete, SetKind::Merge];
        let mut given = Vec::new();
        for (kind, name) in kinds.into_iter().zip(["update", "delete", "merge"]) {
            if let Some(value) = body.remove(name) {
                given.push((kind, name, value));
            }
        }
        if given.len() != 1 {
            errors.push(FieldError::new("", "Give one of `update`, `delete` and `merge`"));
        }
        let entry = entry.map_err(|message| errors.push(FieldError::new("/resource", message)));
        let (Ok(entry), true) = (entry, errors.is_empty()) else {
            errors.sort();
            return Err(Error::Invalid(errors));
        };
        let Some((kind, name, value)) = given.pop() else {
            return Err(Error::internal("a kind of change was given"));
        };
        let value = match kind {
            SetKind::Update => {
                let patch = match entry.registration.changes() {
                    None => return Err(unfit(&entry, "/update", "cannot be changed")),
                    Some(_) => context.core.records.check_patch(&entry, value, &context.by),
                };
                let patch = patch.map_err(|error| below("/update", error))?;
                let has = |secret: &String| patch.get(secret).is_some_and(|value| !value.is_null());
                if let Some(secret) = entry.secrets().into_iter().find(has) {
                    return Err(Error::invalid(format!("/update/{secret}"), NO_SECRETS));
                }
                patch
            }
            _ if !entry.registration.deletes => {
                return Err(unfit(&entry, &format!("/{name}"), "cannot be deleted"));
            }
            SetKind::Delete if value != Value::Bool(true) => {
                return Err(Error::invalid("/delete", "This must be `true`"));
            }
            SetKind::Merge if entry.registration.changes().is_none() => {
                return Err(unfit(&entry, "/merge", "cannot be changed"));
            }
            SetKind::Merge => checked_merge(value, &body)?,
            _ => value,
        };
        let most = if kind == SetKind::Merge { MOST_MERGED } else { MOST };
        let field = (IDS.to_owned(), most);
        let (selection, _) = context.selection_of(&entry, Value::Object(body), &[], field)?;
        Ok(Self { entry, kind, request: json!({ name: value }), selection })
    }
}

/// Checks what is said of a merge.
fn checked_merge(value: Value, body: &Map<String, Value>) -> Result<Value> {
    let fields = value.as_object();
    let unknown = fields.into_iter().flat_map(Map::keys).find(|name| *name != "into");
    if let Some(name) = unknown {
        return Err(Error::invalid(format!("/merge/{}", escape(name)), "There is no such field"));
    }
    let into = fields.and_then(|fields| fields.get("into")).and_then(Value::as_str);
    let Some(into) = into.and_then(Id::parse) else {
        return Err(Error::invalid("/merge/into", "Name the record to merge the others into"));
    };
    if body.contains_key(WHERE) {
        return Err(Error::invalid(format!("/{WHERE}"), "Name the records to merge by `ids`"));
    }
    let ids = body.get(IDS).and_then(Value::as_array);
    if ids.is_some_and(|ids| ids.iter().any(|id| id.as_str() == Some(into.as_str()))) {
        let message = "This is one of the records that are merged into it";
        return Err(Error::invalid("/merge/into", message));
    }
    Ok(json!({ "into": into }))
}

fn unfit(entry: &RegisteredResource, pointer: &str, what: &str) -> Error {
    let mut plural = entry.info().plural();
    if let Some(first) = plural.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    Error::invalid(pointer, format!("{plural} {what}"))
}
