//! Compiles the keys of a mapping to a plan: resolves names, compiles patterns and reports every
//! mistake. Runs once without a header, to check the mapping itself, and once per file.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::nesting::Nesting;
use super::plan::{
    Condition, FieldContent, FieldPlan, Flags, LookupPlan, Piece, Plan, Source, Test, ValuePlan,
};
use super::spec::{self, ConditionSpec, Several, Spec, join_path};
use super::steps::{self, pattern};
use super::value::Steps;
use crate::cell_text::{comparable, quote};

/// A mistake in a mapping, and the column that it concerns, if any.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) column: Option<String>,
    pub(super) message: String,
}

impl From<String> for Problem {
    fn from(message: String) -> Self {
        Problem { column: None, message }
    }
}

pub(super) type Compiled<T> = Result<T, Problem>;

/// The state of a value of the mapping during compilation.
pub(super) enum Progress {
    Begun,
    Done(usize),
    Failed,
}

/// Compiles the parts of a mapping against a header, or without one before a file is known.
pub(super) struct Compiler<'m> {
    pub(super) header: Option<&'m [String]>,
    /// The mapping's words that mean missing.
    missing: &'m [String],
    /// The values that the mapping declares; `values` contains those that are used.
    pub(super) specs: &'m Map<String, Value>,
    pub(super) progress: HashMap<&'m str, Progress>,
    pub(super) values: Vec<ValuePlan>,
    pub(super) nesting: Nesting,
    pub(super) problems: Vec<Problem>,
}

impl<'m> Compiler<'m> {
    pub(super) fn new(
        header: Option<&'m [String]>,
        missing: &'m [String],
        specs: &'m Map<String, Value>,
    ) -> Self {
        Self {
            header,
            missing,
            specs,
            progress: HashMap::new(),
            values: Vec::new(),
            nesting: Nesting::default(),
            problems: Vec::new(),
        }
    }

    /// Compiles the plan, or returns every problem.
    pub(super) fn compile(
        mut self,
        skip_rows: &[Value],
        fields: &Map<String, Value>,
    ) -> Result<Plan, Vec<Problem>> {
        let mut skip = Vec::new();
        for (index, rule) in skip_rows.iter().enumerate() {
            let path = format!("skip_rows[{index}]");
            match rule.as_object().ok_or_else(|| format!("{path}: expected a condition").into()) {
                Ok(rule) => match self.condition(&path, rule) {
                    Ok(condition) => skip.push(condition),
                    Err(problem) => self.problems.push(problem),
                },
                Err(problem) => self.problems.push(problem),
            }
        }
        let fields = self.fields("fields", fields);
        for name in self.specs.keys() {
            if !self.progress.contains_key(name.as_str()) {
                self.problems.push(format!("values.{name}: nothing uses this value").into());
            }
        }
        if self.problems.is_empty() {
            let missing = steps::missing_words(self.missing, &[]);
            Ok(Plan { missing, skip, values: self.values, fields })
        } else {
            Err(self.problems)
        }
    }

    fn fields(&mut self, path: &str, specs: &Map<String, Value>) -> Vec<FieldPlan> {
        let mut fields: Vec<FieldPlan> = Vec::new();
        for (name, spec) in specs {
            match self.field(&join_path(path, name), name, spec) {
                Ok(field) => {
                    let inside = |a: &[String], b: &[String]| a.starts_with(b) || b.starts_with(a);
                    if let Some(other) =
                        fields.iter().find(|other| inside(&other.path, &field.path))
                    {
                        let message = format!(
                            "{path}: {} and {} cannot both be given",
                            other.path.join("."),
                            name
                        );
                        self.problems.push(message.into());
                    }
                    fields.push(field);
                }
                Err(problem) => self.problems.push(problem),
            }
        }
        fields
    }

    fn field(&mut self, path: &str, name: &str, value: &Value) -> Compiled<FieldPlan> {
        self.nesting.enter(path)?;
        let field = self.field_inside(path, name, value);
        self.nesting.leave();
        field
    }

    fn field_inside(&mut self, path: &str, name: &str, value: &Value) -> Compiled<FieldPlan> {
        let segments: Vec<String> = name.split('.').map(str::to_owned).collect();
        if segments.iter().any(|segment| segment.trim().is_empty()) {
            return Err(format!("{path}: a field's name must not be empty").into());
        }
        let escape =
            |segment: &String| format!("/{}", segment.replace('~', "~0").replace('/', "~1"));
        let pointer = segments.iter().map(escape).collect();
        let content = match value.as_object().filter(|spec| spec.contains_key("lookup")) {
            Some(map) => {
                let spec = spec::read(path, map)?;
                let own = ["lookup", "by", "create", "when"];
                if let Some(key) = map.keys().find(|key| !own.contains(&key.as_str())) {
                    let message =
                        "a lookup has by, create and when; steps stand at the fields in by";
                    return Err(format!("{path}.{key}: {message}").into());
                }
                FieldContent::Reference(self.lookup(path, spec)?)
            }
            None => {
                let plan = self.plan(path, value, None)?;
                only_one_group(path, &plan)?;
                FieldContent::Value(Box::new(plan))
            }
        };
        Ok(FieldPlan { path: segments, pointer, content })
    }

    fn lookup(&mut self, path: &str, spec: Spec) -> Compiled<LookupPlan> {
        let by = spec.by.filter(|by| !by.is_empty());
        let by =
            by.ok_or_else(|| format!("{path}.by: the fields that identify the record are needed"))?;
        let create = spec.create;
        if let Some(name) = create.iter().flat_map(Map::keys).find(|name| by.contains_key(*name)) {
            return Err(
                format!("{path}.create.{name}: it is in by already, and created with it").into()
            );
        }
        let by = self.fields(&join_path(path, "by"), &by);
        let create = create.map(|create| self.fields(&join_path(path, "create"), &create));
        let when = self.conditions(path, spec.when)?;
        let origin = by.iter().find_map(FieldPlan::origin);
        Ok(LookupPlan { resource: spec.lookup.unwrap_or_default(), when, by, create, origin })
    }

    /// Compiles a specification, or a bare name. A bare name inside a list takes the `missing` words of
    /// the one around it.
    pub(super) fn plan(
        &mut self,
        path: &str,
        value: &Value,
        around: Option<&Spec>,
    ) -> Compiled<ValuePlan> {
        self.nesting.enter(path)?;
        let plan = self.plan_inside(path, value, around);
        self.nesting.leave();
        plan
    }

    fn plan_inside(
        &mut self,
        path: &str,
        value: &Value,
        around: Option<&Spec>,
    ) -> Compiled<ValuePlan> {
        let spec = match value {
            Value::String(name) => {
                let name = self.name(path, name)?;
                let words = around.map(|around| around.missing.as_slice()).unwrap_or_default();
                let missing = steps::missing_words(self.missing, words);
                return Ok(ValuePlan {
                    when: Vec::new(),
                    source: Source::Name(name),
                    steps: Steps { missing, ..Steps::default() },
                    default: None,
                    origin: self.origin(name),
                    groups: Vec::new(),
                });
            }
            Value::Object(map) => spec::read::<Spec>(path, map)?,
            _ => return Err(format!("{path}: expected a column's name or a table of keys").into()),
        };
        steps::check_companions(path, &spec)?;
        let source = self.source(path, &spec)?;
        let steps = steps::compile(path, &spec, self.missing)?;
        let groups = steps.group_names();
        let when = self.conditions(path, spec.when)?;
        let origin = match &source {
            Source::Constant(_) => None,
            Source::Name(name) => self.origin(*name),
            Source::Template(pieces) => pieces.iter().find_map(|piece| match piece {
                Piece::Name(name) => self.origin(*name),
                Piece::Text(_) => None,
            }),
            Source::Join { parts, .. }
            | Source::First(parts)
            | Source::Sum(parts)
            | Source::List(parts) => parts.iter().find_map(|part| part.origin),
            Source::Flags(flags) => flags.flags.iter().find_map(|(name, _)| self.origin(*name)),
        };
        Ok(ValuePlan { when, source, steps, default: spec.default, origin, groups })
    }

    fn source(&mut self, path: &str, spec: &Spec) -> Compiled<Source> {
        let mut sources: Vec<(&str, Compiled<Source>)> = Vec::new();
        if let Some(column) = &spec.column {
            sources.push(("column", self.column(path, column).map(Source::Name)));
        }
        if let Some(name) = &spec.value {
            let found = self.value(path, name).and_then(|found| {
                found.ok_or_else(|| {
                    format!("{path}.value: the mapping has no value {}", quote(name)).into()
                })
            });
            sources.push(("value", found.map(Source::Name)));
        }
        if let Some(constant) = &spec.constant {
            sources.push(("constant", Ok(Source::Constant(constant.clone()))));
        }
        if let Some(template) = &spec.template {
            sources.push(("template", self.template(path, template).map(Source::Template)));
        }
        if let Some(parts) = &spec.join {
            let separator = spec.separator.clone().unwrap_or_else(|| " ".to_owned());
            let distinct = spec.distinct;
            let parts = self.parts(path, "join", parts, spec);
            sources.push(("join", parts.map(|parts| Source::Join { parts, separator, distinct })));
        }
        for (key, parts, make) in [
            ("first", &spec.first, Source::First as fn(Vec<ValuePlan>) -> Source),
            ("sum", &spec.sum, Source::Sum),
            ("list", &spec.list, Source::List),
        ] {
            if let Some(parts) = parts {
                sources.push((key, self.parts(path, key, parts, spec).map(make)));
            }
        }
        if let Some(flags) = &spec.flags {
            sources.push(("flags", self.flags(path, flags, spec).map(Source::Flags)));
        }
        let names: Vec<&str> = sources.iter().map(|(key, _)| *key).collect();
        let many = names.join(" and ");
        match (sources.pop(), sources.is_empty()) {
            (Some((_, source)), true) => source,
            (Some(_), false) => Err(format!("{path}: {many} cannot stand together").into()),
            (None, _) => Err(format!(
                "{path}: one of column, value, constant, template, join, first, sum, list, flags or lookup is needed"
            ).into()),
        }
    }

    fn parts(
        &mut self,
        path: &str,
        key: &str,
        parts: &[Value],
        around: &Spec,
    ) -> Compiled<Vec<ValuePlan>> {
        if parts.is_empty() {
            return Err(format!("{path}.{key}: the list is empty").into());
        }
        let mut plans = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let path = format!("{path}.{key}[{index}]");
            let plan = self.plan(&path, part, Some(around))?;
            only_one_group(&path, &plan)?;
            plans.push(plan);
        }
        Ok(plans)
    }

    fn flags(&mut self, path: &str, flags: &spec::Flags, spec: &Spec) -> Compiled<Flags> {
        let path = format!("{path}.flags");
        let named: Vec<(String, Value)> = match flags {
            spec::Flags::Columns(names) => {
                names.iter().map(|name| (name.clone(), Value::from(name.as_str()))).collect()
            }
            spec::Flags::Named(named) => {
                named.iter().map(|(name, item)| (name.clone(), item.clone())).collect()
            }
        };
        if named.is_empty() {
            return Err(format!("{path}: the list is empty").into());
        }
        let mut flags = Vec::new();
        for (name, item) in named {
            flags.push((self.name(&path, &name)?, item));
        }
        let words = |usual: &[&str], own: &[String]| {
            let own = own.iter().map(String::as_str);
            usual.iter().copied().chain(own).map(comparable).collect()
        };
        // Words for a missing value mean no, as an empty cell does.
        let no: Vec<String> = spec.no.iter().chain(&spec.missing).cloned().collect();
        let (yes, no) = (words(&steps::YES, &spec.yes), words(&steps::NO, &no));
        Ok(Flags { flags, yes, no })
    }

    fn conditions(
        &mut self,
        path: &str,
        when: Option<Several<Map<String, Value>>>,
    ) -> Compiled<Vec<Condition>> {
        let path = join_path(path, "when");
        let when = when.map(Several::into_vec).unwrap_or_default();
        when.iter().map(|condition| self.condition(&path, condition)).collect()
    }

    fn condition(&mut self, path: &str, map: &Map<String, Value>) -> Compiled<Condition> {
        let spec: ConditionSpec = spec::read(path, map)?;
        let name = match (&spec.column, &spec.value) {
            (Some(column), None) => self.column(path, column)?,
            (None, Some(name)) => self
                .value(path, name)?
                .ok_or_else(|| format!("{path}.value: the mapping has no value {}", quote(name)))?,
            _ => return Err(format!("{path}: either a column or a value is tested").into()),
        };
        let compared = steps::bounds(path, &spec)?;
        let folded =
            |texts: Several<String>| texts.into_vec().iter().map(|text| comparable(text)).collect();
        let mut tests = Vec::new();
        tests.extend(spec.equals.map(|texts| Test::Equals(folded(texts), true)));
        tests.extend(spec.not_equals.map(|texts| Test::Equals(folded(texts), false)));
        for (text, wanted) in [(spec.matches, true), (spec.not_matches, false)] {
            if let Some(text) = text {
                tests.push(Test::Matches(pattern(path, &text)?, wanted));
            }
        }
        tests.extend(spec.empty.map(Test::Empty));
        if spec.number.is_some() && compared.is_empty() {
            return Err(format!(
                "{path}.number: it needs less_than, at_most, more_than, at_least or between"
            )
            .into());
        }
        let format = steps::number_format(path, spec.number.as_ref())?;
        tests.extend(compared.into_iter().map(|bounds| Test::Within(format.clone(), bounds)));
        match (tests.pop(), tests.is_empty()) {
            (Some(test), true) => Ok(Condition { name, test }),
            _ => Err(format!("{path}: exactly one of equals, not_equals, matches, not_matches, empty, less_than, at_most, more_than, at_least and between is needed").into()),
        }
    }
}

fn only_one_group(path: &str, plan: &ValuePlan) -> Result<(), String> {
    if plan.groups.len() > 1 {
        let message = "several groups are captured under values, and used from there one by one";
        return Err(format!("{path}.capture: {message}"));
    }
    Ok(())
}
