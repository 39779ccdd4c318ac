//! The tag of a resource in the document, from which screens are drawn.

use serde_json::{Map, Value, json};

use super::{Subject, field_names, is_searchable};
use crate::engine::list::field_and_direction;
use crate::product::openapi::shown::Shown;
use crate::records::resource::{Card, Group, ListView};

impl Subject<'_> {
    /// Returns the tag of the resource: what a screen needs in addition to the schemas. `shown` was read
    /// from the resource's declaration.
    pub(in super::super) fn tag(&self, shown: &Shown) -> Value {
        let registration = self.registration;
        let info = &registration.info;
        let offered = self.offered().map(|one| (one.verb.to_owned(), json!(one.id_of(info))));
        let offered: Map<String, Value> = offered.collect();
        let (field, direction) = field_and_direction(info.sort);
        let mut of_types = json!({ "view": registration.view_name() });
        if registration.creates().is_some() {
            of_types["input"] = json!(registration.input_name());
        }
        if registration.changes().is_some() {
            of_types["patch"] = json!(registration.patch_name());
        }
        let mut resource = json!({
            "name": info.name,
            "label": info.label,
            "singular": info.singular_label(),
            "area": info.area.name(),
            "path": info.path(),
            "idField": info.id,
            "idsField": info.ids_field(),
            "title": shown.title.fields().next(),
            "titleTemplate": shown.title.text(),
        });
        if let Some(hint) = &shown.hint {
            resource["hintTemplate"] = json!(hint.text());
        }
        if !info.key.is_empty() {
            let key = info.key.iter().map(|(pointer, _)| pointer.trim_start_matches('/'));
            resource["key"] = key.collect();
        }
        if !info.icon.is_empty() {
            resource["icon"] = json!(info.icon);
        }
        if !info.groups.is_empty() {
            resource["groups"] = info.groups.iter().map(group).collect();
        }
        if !info.cards.is_empty() {
            resource["cards"] = info.cards.iter().map(card).collect();
        }
        if !info.views.is_empty() {
            resource["views"] = info.views.iter().copied().map(list_view).collect();
        }
        resource["listColumns"] = json!(info.columns);
        resource["defaultSort"] = json!({ "field": field, "direction": direction });
        resource["sortable"] = json!(field_names(registration));
        resource["searchable"] = json!(is_searchable(registration));
        resource["operations"] = json!(offered);
        resource["schemas"] = of_types;
        json!({ "name": info.name, "description": info.description, "x-resource": resource })
    }
}

fn group(group: &Group) -> Value {
    let mut object = json!({ "title": group.title });
    if !group.description.is_empty() {
        object["description"] = json!(group.description);
    }
    object["fields"] = json!(group.fields);
    object
}

fn list_view(view: ListView) -> Value {
    json!({ "kind": view.kind(), "fields": view.fields() })
}

fn card(card: &Card) -> Value {
    match card {
        Card::Count => json!({ "kind": "count" }),
        Card::Breakdown { field, title: "" } => json!({ "kind": "breakdown", "field": field }),
        Card::Breakdown { field, title } => {
            json!({ "kind": "breakdown", "field": field, "title": title })
        }
        Card::Latest => json!({ "kind": "latest" }),
    }
}
