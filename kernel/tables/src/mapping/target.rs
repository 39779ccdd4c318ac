//! The fields that a mapping fills, and their values as far as they are known before any row is
//! read, for a caller that checks them against the resource. A mistake found here is reported once,
//! not for every row.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use serde_json::Value;

use super::plan::{FieldContent, FieldPlan, LookupPlan, Name, Plan, Source, ValuePlan};
use super::spec::join_path;
use super::stopwatch::Until;
use super::value::{Form, Steps};

/// A field that a mapping fills.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Its position in the mapping: `fields.projectId.create.location`.
    pub place: String,
    /// Its name, dotted for a field in a group.
    pub name: String,
    /// Its position in the payload, as a JSON pointer.
    pub pointer: String,
    /// What it is filled with.
    pub filled: Filled,
}

/// What a field is filled with.
#[derive(Clone, Debug, PartialEq)]
pub enum Filled {
    /// A value.
    Value(Known),
    /// The identifier of another record.
    Reference {
        /// The resource that the record belongs to.
        resource: String,
        /// The fields that it is found by.
        by: Vec<Target>,
        /// The fields that it is created with, without those of `by`; `None` when it is not
        /// created.
        create: Option<Vec<Target>>,
    },
}

/// What the mapping alone determines about a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// The values that it can have independently of the rows (constants, defaults, entries of a
    /// table), or why one cannot be computed.
    pub values: Vec<Result<Value, String>>,
    /// The types that a cell is converted to; empty when no cell is copied into it.
    pub forms: Vec<Form>,
}

/// Lists the fields that a plan fills.
pub(super) fn targets(plan: &Plan) -> Vec<Target> {
    let targets = Targets { plan, made: RefCell::default(), left: Cell::new(MOST_KNOWN) };
    targets.of("fields", &plan.fields)
}

/// How many possible values of a value are propagated into values computed from it.
const MOST_FOLLOWED: usize = 2_000;

/// The size of all known values together, about in bytes. Those beyond it are as if they were not known: a mapping can use one
/// long text or table in thousands of fields.
const MOST_KNOWN: usize = 4 * 1024 * 1024;

struct Targets<'p> {
    plan: &'p Plan,
    /// Cached results for the mapping's values: a mapping can use one thousands of times, also
    /// inside others.
    made: RefCell<HashMap<(usize, bool), Known>>,
    /// What is left of [`MOST_KNOWN`].
    left: Cell<usize>,
}

impl Targets<'_> {
    fn of(&self, place: &str, fields: &[FieldPlan]) -> Vec<Target> {
        let target = |field: &FieldPlan| {
            let name = field.path.join(".");
            let place = join_path(place, &name);
            let filled = match &field.content {
                FieldContent::Value(plan) => Filled::Value(self.limited(self.known(plan, true))),
                FieldContent::Reference(lookup) => self.reference(&place, lookup),
                FieldContent::Shown(_) => return None,
            };
            Some(Target { place, name, pointer: field.pointer.clone(), filled })
        };
        fields.iter().filter_map(target).collect()
    }

    /// Drops the values that are too many.
    fn limited(&self, mut known: Known) -> Known {
        known.values.retain(|value| {
            let size = value.as_ref().map_or_else(String::len, size);
            let left = self.left.get().checked_sub(size);
            self.left.set(left.unwrap_or_default());
            left.is_some()
        });
        known
    }

    fn reference(&self, place: &str, lookup: &LookupPlan) -> Filled {
        let by = self.of(&join_path(place, "by"), &lookup.by);
        let create = lookup.create.as_ref();
        let create = create.map(|create| self.of(&join_path(place, "create"), create));
        Filled::Reference { resource: lookup.resource.clone(), by, create }
    }

    /// Determines what is known of a value. `reached` is false where another value may be used
    /// first, so that not every possible value is used here.
    fn known(&self, plan: &ValuePlan, reached: bool) -> Known {
        let reached = reached && plan.when.is_empty();
        let mut source = match &plan.source {
            Source::Constant(constant) => {
                Known { values: vec![Ok(constant.clone())], forms: Vec::new() }
            }
            Source::Name(Name::Value(place)) => {
                let mut known = self.value(*place, reached);
                if !reached {
                    known.values.clear();
                }
                known
            }
            Source::First(parts) => {
                let mut all = Known::default();
                for (index, part) in parts.iter().enumerate() {
                    let known = self.known(part, reached && index == 0);
                    all.values.extend(known.values);
                    all.forms.extend(known.forms);
                }
                all
            }
            Source::List(parts) => {
                let parts = parts.iter().flat_map(|part| self.known(part, reached).values);
                let item = |value| match value {
                    Value::Array(items) => Value::Array(items),
                    item => Value::Array(vec![item]),
                };
                Known {
                    values: parts.map(|part| part.map(item)).take(MOST_FOLLOWED).collect(),
                    forms: vec![Form::List],
                }
            }
            Source::Flags(flags) => {
                let items =
                    flags.flags.iter().map(|(_, item)| Ok(Value::Array(vec![item.clone()])));
                Known { values: items.collect(), forms: vec![Form::List] }
            }
            Source::Sum(_) => Known { values: Vec::new(), forms: vec![Form::Number] },
            Source::Name(_) | Source::Template(_) | Source::Join { .. } => {
                Known { values: Vec::new(), forms: vec![Form::Text] }
            }
        };
        source.forms = source.forms.into_iter().filter_map(|form| plan.steps.form(form)).collect();
        let mut seen = Vec::new();
        source.forms.retain(|form| {
            !seen.contains(form) && {
                seen.push(*form);
                true
            }
        });
        source.values.truncate(if self.left.get() == 0 { 0 } else { MOST_FOLLOWED });
        source.values = through(&plan.steps, source.values);
        source.values.extend(plan.steps.given());
        source.values.extend(plan.default.clone().map(Ok));
        source
    }
}

impl Targets<'_> {
    /// Determines what is known of a declared value.
    fn value(&self, place: usize, reached: bool) -> Known {
        if let Some(known) = self.made.borrow().get(&(place, reached)) {
            return known.clone();
        }
        let plan = self.plan.values.get(place);
        let known = plan.map_or_else(Known::default, |plan| self.known(plan, reached));
        self.made.borrow_mut().insert((place, reached), known.clone());
        known
    }
}

/// Runs values through the steps.
fn through(steps: &Steps, values: Vec<Result<Value, String>>) -> Vec<Result<Value, String>> {
    let value = |value: Result<Value, String>| match value {
        Ok(value) => steps.apply(value, Until::NEVER).transpose(),
        Err(message) => Some(Err(message)),
    };
    values.into_iter().filter_map(value).collect()
}

/// The size of a value, about in bytes.
fn size(value: &Value) -> usize {
    let inside = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + size(value)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    };
    size_of::<Value>() + inside
}
