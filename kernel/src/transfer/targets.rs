//! Checks a mapping against the resources that it names, before any row is read: every field that
//! it fills can be written, every record is looked up by fields that it has, and values known from
//! the mapping alone are valid by the schema. A mistake is reported once, by its name, for every
//! file and independently of how existing records are treated.

use serde_json::{Value, json};
use text::suggestions::did_you_mean;

use super::look_up;
use super::mapping::{CellError, Filled, Form, Known, Mapping, Target, quote};
use crate::base::error::Error;
use crate::records::{Checks, Records, RegisteredResource};

/// How many invalid values of one field are reported.
const MOST_VALUES: usize = 5;

/// A mistake of a mapping: the name of the field, and a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) name: String,
    /// Begins with the position in the mapping.
    pub(crate) message: String,
}

impl Fault {
    /// Converts the fault into an error of an import.
    pub(crate) fn at(self, line: u64) -> CellError {
        CellError { line, column: self.name, message: self.message }
    }
}

/// Returns every mistake of a mapping, about its resource and those that it looks up.
pub(crate) fn faults(records: &Records, mapping: &Mapping) -> Vec<Fault> {
    let mut check = Check { records, faults: Vec::new() };
    let targets = mapping.targets();
    match records.get(&mapping.resource).map(|entry| (entry, entry.checks.as_ref())) {
        Some((entry, Some(checks))) => check.inputs(entry, checks, &targets),
        Some((_, None)) => {
            check
                .report(&mapping.resource, format!("resource: {} are only read", mapping.resource));
        }
        None => check.resource("resource", &mapping.resource),
    }
    check.faults
}

struct Check<'r> {
    records: &'r Records,
    faults: Vec<Fault>,
}

impl Check<'_> {
    fn report(&mut self, name: &str, message: String) {
        let fault = Fault { name: name.to_owned(), message };
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn resource(&mut self, place: &str, name: &str) {
        let meant = did_you_mean(name, self.records.all().iter().map(|entry| entry.info().name));
        self.report(name, format!("{place}: there is no resource {}{meant}", quote(name)));
    }

    /// Checks the fields of a payload that creates or changes a record.
    fn inputs(&mut self, entry: &RegisteredResource, checks: &Checks, targets: &[Target]) {
        for target in targets {
            let schema = checks.input.field(target.name.split('.'));
            match (&target.filled, schema) {
                (_, None) => self.unknown(entry, target),
                (Filled::Value(known), Some(schema)) => {
                    self.values(checks, target, known, schema);
                }
                (Filled::Reference { resource, by, create }, Some(schema)) => {
                    self.refers(entry, target, resource);
                    // Checks whether the field accepts an identifier at all, or a list of them.
                    let id = json!("0".repeat(24));
                    let id = if is_list(by, schema) { json!([id]) } else { id };
                    self.value(checks, target, &id, |message| {
                        format!("it takes no identifier of a record: {message}")
                    });
                    self.lookup(target, resource, by, create.as_deref());
                }
            }
        }
    }

    fn unknown(&mut self, entry: &RegisteredResource, target: &Target) {
        let fields = entry.plain_fields();
        let label = entry.info().label.to_lowercase();
        let name = quote(&target.name);
        let message = if fields.contains_key(&target.name) {
            format!("{}: {name} of {label} is shown and cannot be written", target.place)
        } else {
            let written = entry.written_fields();
            let meant = did_you_mean(&target.name, written.iter().map(String::as_str));
            let all = || format!("; there are {}", written.join(", "));
            let rest = if meant.is_empty() { all() } else { meant };
            format!("{}: {label} have no field {name}{rest}", target.place)
        };
        self.report(&target.name, message);
    }

    /// Checks a look-up against the declared reference of the field, which names its resource.
    fn refers(&mut self, entry: &RegisteredResource, target: &Target, resource: &str) {
        let own = |field: &str| field.trim_end_matches("/*") == target.pointer;
        let declared = entry.info().references.iter().find(|reference| own(reference.field));
        // An unknown resource is reported by the look-up.
        let declared = declared.filter(|_| self.records.get(resource).is_some());
        if let Some(reference) = declared.filter(|reference| reference.to != resource) {
            let message =
                format!("{}: it refers to {}, not to {resource}", target.place, reference.to);
            self.report(&target.name, message);
        }
    }

    /// Checks the known values of a field against its schema.
    fn values(&mut self, checks: &Checks, target: &Target, known: &Known, schema: &Value) {
        let before = self.faults.len();
        for (index, value) in known.values.iter().enumerate() {
            if self.faults.len() - before >= MOST_VALUES {
                let left = known.values.len() - index;
                let message = format!("{}: {left} more of its values may be wrong", target.place);
                return self.report(&target.name, message);
            }
            match value {
                Ok(value) => self.value(checks, target, value, str::to_owned),
                Err(message) => self.report(&target.name, format!("{}: {message}", target.place)),
            }
        }
        let fits = known.forms.iter().any(|form| takes(schema, *form));
        // Where a table of the mapping has a valid value, a cell that is not in the table is an
        // error of the row.
        let useful = known.values.iter().any(Result::is_ok) && self.faults.len() == before;
        let (Some(form), false, false) = (known.forms.first(), fits, useful) else { return };
        let made = match form {
            Form::Text => "a text",
            Form::Number => "a number",
            Form::List => "a list",
        };
        let wanted = if takes(schema, Form::Number) {
            "a number: number = true reads one"
        } else if takes(schema, Form::List) {
            "a list: split makes one"
        } else if takes(schema, Form::Text) {
            "a text"
        } else if of_type(schema, "boolean") {
            "true or false: table makes them of words"
        } else {
            "a group of fields, whose names are written with dots"
        };
        let message = format!("{}: this gives {made}, and the field takes {wanted}", target.place);
        self.report(&target.name, message);
    }

    /// Checks one value against the schema, in a payload that has nothing else.
    fn value(
        &mut self,
        checks: &Checks,
        target: &Target,
        value: &Value,
        words: impl Fn(&str) -> String,
    ) {
        let body = target.name.rsplit('.').fold(value.clone(), |inner, name| {
            Value::Object([(name.to_owned(), inner)].into_iter().collect())
        });
        let Err(Error::Invalid(errors)) = checks.input.check(body) else { return };
        let own = |pointer: &str| {
            let rest = pointer.strip_prefix(target.pointer.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        for error in errors.iter().filter(|error| own(&error.pointer)) {
            let message = words(&error.message);
            self.report(
                &target.name,
                format!("{}: {} is not taken: {message}", target.place, shown(value)),
            );
        }
    }

    fn lookup(
        &mut self,
        target: &Target,
        resource: &str,
        by: &[Target],
        create: Option<&[Target]>,
    ) {
        let Some(entry) = self.records.get(resource) else {
            return self.resource(&format!("{}.lookup", target.place), resource);
        };
        let label = entry.info().label.to_lowercase();
        for part in by {
            if !look_up::can_look_up(entry, &part.pointer) {
                let known = look_up::names(entry);
                let meant = did_you_mean(&part.name, known.iter().map(String::as_str));
                let all = || format!("; they can by {}", known.join(", "));
                let rest = if meant.is_empty() { all() } else { meant };
                let name = quote(&part.name);
                self.report(
                    &part.name,
                    format!("{}: {label} cannot be looked up by {name}{rest}", part.place),
                );
            }
            if let Filled::Reference { resource, by, create } = &part.filled {
                self.refers(entry, part, resource);
                self.lookup(part, resource, by, create.as_deref());
            }
        }
        let Some(create) = create else { return };
        let Some(checks) = &entry.checks else {
            let message = format!("{}.create: {label} are only read", target.place);
            return self.report(&target.name, message);
        };
        self.inputs(entry, checks, create);
        let given: Vec<Target> = by.iter().filter_map(each).collect();
        self.inputs(entry, checks, &given);
        self.complete(checks, target, by, create);
    }

    /// Checks that a record that is created has all its required fields.
    fn complete(&mut self, checks: &Checks, target: &Target, by: &[Target], create: &[Target]) {
        let given: Vec<&str> =
            by.iter().chain(create).map(|target| target.pointer.as_str()).collect();
        let within = |inner: &str, outer: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let Err(Error::Invalid(errors)) = checks.input.check(nested(&given)) else { return };
        let missing = errors.iter().filter(|error| {
            !given
                .iter()
                .any(|given| within(given, &error.pointer) || within(&error.pointer, given))
        });
        for error in missing {
            let name = error.pointer.trim_start_matches('/').replace('/', ".");
            let message = format!("{}.create: {name} is needed: {}", target.place, error.message);
            self.report(&name, message);
        }
    }
}

/// Returns whether a look-up finds a list of records, as one by a list of texts does.
fn is_list(by: &[Target], schema: &Value) -> bool {
    let forms = by.iter().flat_map(|part| match &part.filled {
        Filled::Value(known) => known.forms.as_slice(),
        Filled::Reference { .. } => &[],
    });
    let forms: Vec<bool> = forms.map(|form| *form == Form::List).collect();
    match (forms.contains(&true), forms.contains(&false)) {
        (true, true) | (false, false) => takes(schema, Form::List),
        (listed, _) => listed,
    }
}

/// Returns the target for one record that is created: of a list, each item creates one.
fn each(part: &Target) -> Option<Target> {
    let Filled::Value(known) = &part.filled else { return None };
    let item = |value: &Result<Value, String>| match value {
        Ok(Value::Array(items)) => items.iter().cloned().map(Ok).collect(),
        other => vec![other.clone()],
    };
    let form = |form: &Form| if *form == Form::List { Form::Text } else { *form };
    let known = Known {
        values: known.values.iter().flat_map(item).collect(),
        forms: known.forms.iter().map(form).collect(),
    };
    Some(Target { filled: Filled::Value(known), ..part.clone() })
}

/// Makes a payload that has a value at each pointer.
fn nested(pointers: &[&str]) -> Value {
    let mut payload = json!({});
    for pointer in pointers {
        let mut place = &mut payload;
        for name in pointer.split('/').skip(1) {
            if !place.is_object() {
                *place = json!({});
            }
            place = &mut place[name];
        }
    }
    payload
}

fn takes(schema: &Value, form: Form) -> bool {
    match form {
        Form::Text => of_type(schema, "string") || schema.get("type").is_none(),
        Form::Number => of_type(schema, "number") || of_type(schema, "integer"),
        Form::List => of_type(schema, "array"),
    }
}

fn of_type(schema: &Value, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == name),
        Some(kind) => kind == name,
        None => false,
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        other => quote(&other.to_string()).trim_matches('\'').to_owned(),
    }
}
