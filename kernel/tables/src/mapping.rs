//! Mapping files: how the rows of any table become payloads of a resource.
//!
//! Pure functions from text to JSON. Nothing here knows the database, HTTP or any resource;
//! the importer validates the drafts, finds the records that they refer to and writes them.
//!
//! | file | holds |
//! |---|---|
//! | `spec`, `serde_errors` | the keys of a mapping file, and the messages for wrong ones |
//! | `options` | the options for existing records, repeated rows and empty cells |
//! | `compile`, `names`, `nesting`, `steps` | compiling the keys to a plan, and reporting every mistake |
//! | `target` | the fields that a plan fills, and their known values |
//! | `plan`, `bound` | the plan of one file |
//! | `draft`, `run`, `value_error` | running a plan on a row, and the error of one value |
//! | `stopwatch` | how long patterns may take |
//! | `record` | the result: drafts of records |
//! | `value`, `number`, `date` | converting one value |
//! | `plain`, `plain_cell`, `writing` | files without a mapping: their header, their cells, and how they are written |

mod bound;
mod compile;
mod date;
mod draft;
mod names;
mod nesting;
mod number;
mod options;
mod plain;
mod plain_cell;
mod plan;
mod record;
mod run;
mod serde_errors;
mod spec;
mod steps;
mod stopwatch;
mod target;
#[cfg(test)]
mod tests;
mod value;
mod value_error;
mod writing;

use std::collections::HashSet;

use encoding_rs::Encoding;
use serde_json::{Map, Value};

use compile::{Compiler, Problem};
use plain_cell::PlainCell;
use plan::{FieldContent, FieldPlan, Name, Plan, Source, ValuePlan};
use spec::FileSpec;
use stopwatch::Stopwatch;
use value::{Finish, Steps};

use crate::cell_text::printable;
use crate::local_time::LocalTime;

pub use crate::cell_error::CellError;
pub use crate::cell_text::{plain_text, quote};
pub use crate::table::{Input, Reading, Row, Table};
pub use bound::Bound;
pub use options::{Empty, Existing, Repeated};
pub use plain::{PlainField, PlainFields};
pub use plain_cell::FieldKind;
pub use record::{Draft, Lookup, Record, Shown, SourceColumns};
pub use target::{Filled, Known, Target};
pub use value::Form;
pub use writing::{DateOrder, NumberSigns, Separator, Writing, WritingPart};

/// The maximum number of patterns in a mapping.
const MOST_PATTERNS: usize = 200;

/// How many rows of a file without a mapping show how it is written.
const SAMPLE: usize = 1_000;

/// The maximum size of a mapping, in bytes.
const LONGEST_MAPPING: usize = 256 * 1024;

/// The grammar of mappings, for their authors.
pub const GRAMMAR: &str = include_str!("mapping/grammar.md");

/// How the rows of a table become records of one resource.
///
#[doc = include_str!("mapping/grammar.md")]
#[derive(Clone, Debug)]
pub struct Mapping {
    /// The resource that the records belong to.
    pub resource: String,
    /// What to do with a row whose record exists already.
    pub existing: Existing,
    /// What to do with rows that have the same key.
    pub repeated: Repeated,
    /// What an empty cell does to an existing record; [`Empty::Keep`] by default.
    pub empty: Option<Empty>,
    /// How the file is read.
    pub reading: Reading,
    rules: Rules,
}

#[derive(Clone, Debug)]
enum Rules {
    Mapped {
        missing: Vec<String>,
        skip_rows: Vec<Value>,
        values: Map<String, Value>,
        fields: Map<String, Value>,
    },
    Plain(Box<PlainRules>),
}

/// The rules of a file without a mapping.
#[derive(Clone, Debug)]
struct PlainRules {
    /// The name of each column's field, and how its cells are read.
    columns: Vec<(String, PlainCell)>,
    writing: Writing,
}

impl Mapping {
    /// Parses a mapping file. The error is a message for its author: each mistake begins with the
    /// path of its key.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        not_too_long(text)?;
        let mut value: Value = toml::from_str(text)
            .map_err(|error| printable(error.to_string().trim_end().to_owned()))?;
        spec::plain_dates(&mut value);
        if let Some(path) = spec::no_number(&value) {
            return Err(printable(format!("{path}: a number is expected, not nan or infinity")));
        }
        Self::from_value(&value).map_err(printable)
    }

    /// Parses a mapping from JSON, which begins with a brace, or else from TOML.
    pub fn from_text(text: &str) -> Result<Self, String> {
        match text.trim_start_matches('\u{feff}').trim_start() {
            json if json.starts_with('{') => Self::from_json(json),
            toml => Self::from_toml(toml),
        }
    }

    /// Parses the same structure from JSON, as the API takes it.
    pub fn from_json(text: &str) -> Result<Self, String> {
        not_too_long(text)?;
        let value = serde_json::from_str(text).map_err(|error: serde_json::Error| {
            let (line, column) = (error.line(), error.column());
            format!("The mapping is not JSON: it cannot be read at line {line}, column {column}")
        })?;
        Self::from_value(&value).map_err(printable)
    }

    /// Makes the mapping of a file whose header names fields. `writing` says how the file is written,
    /// `zone` is the time zone of its times. Every unknown, ambiguous, repeated or
    /// nameless column is an error; `likely` returns the end of a message that suggests names.
    pub fn plain(
        resource: &str,
        table: &mut Table<'_>,
        fields: &PlainFields,
        mut writing: Writing,
        zone: LocalTime,
        likely: &dyn Fn(&str, &[&str]) -> String,
    ) -> Result<Self, Vec<CellError>> {
        let reading = writing.reading();
        let names = plain::fields_of(table.header(), fields, reading.header_line, likely)?;
        let kinds: Vec<FieldKind> =
            names.iter().filter_map(|name| fields.get(name)).map(|field| field.kind).collect();
        for row in table.take(SAMPLE).flatten() {
            for (place, (kind, cell)) in kinds.iter().zip(&row.cells).enumerate() {
                writing.infer(*kind, cell, row.nature(place));
            }
        }
        writing.drop_answered();
        let (dates, numbers) = (writing.date_order, writing.numbers);
        let cell = |kind| PlainCell { kind, dates, numbers, zone };
        let columns = names.into_iter().zip(kinds.into_iter().map(cell)).collect();
        Ok(Self {
            resource: resource.to_owned(),
            existing: Existing::default(),
            repeated: Repeated::default(),
            empty: Some(Empty::Clear),
            reading,
            rules: Rules::Plain(Box::new(PlainRules { columns, writing })),
        })
    }

    /// Returns how a file without a mapping is written.
    pub fn writing(&self) -> Option<&Writing> {
        match &self.rules {
            Rules::Plain(rules) => Some(&rules.writing),
            Rules::Mapped { .. } => None,
        }
    }

    /// Binds the mapping to a file's header. The errors name the missing columns.
    pub fn bind(&self, header: &[String]) -> Result<Bound, Vec<CellError>> {
        let line = self.reading.header_line;
        let plan = match &self.rules {
            Rules::Plain(rules) => Ok(plain_plan(&rules.columns)),
            Rules::Mapped { .. } => self.compile(Some(header)),
        };
        let plan = plan.map_err(|problems| {
            let reported = |problem: Problem| {
                CellError::new(line, problem.column.unwrap_or_default(), problem.message)
            };
            problems.into_iter().map(reported).collect::<Vec<_>>()
        })?;
        let (header, texts) = (header.to_vec(), HashSet::new());
        Ok(Bound { header, plan, texts, patterns: Stopwatch::default() })
    }

    /// Lists the fields that the mapping fills; empty for a file without a mapping, where the
    /// header names them.
    pub fn targets(&self) -> Vec<Target> {
        self.compile(None).map(|plan| target::targets(&plan)).unwrap_or_default()
    }

    /// Returns the line of the file's header, counted from 1: the line at which mistakes of the mapping are
    /// reported.
    pub fn header_line(&self) -> u64 {
        self.reading.header_line
    }

    fn from_value(value: &Value) -> Result<Self, String> {
        let map = value.as_object().ok_or("A mapping is a table of keys")?;
        if patterns(value) > MOST_PATTERNS {
            return Err(format!("The mapping has more than {MOST_PATTERNS} patterns"));
        }
        let spec: FileSpec = spec::read("", map)?;
        let resource = spec.resource.filter(|name| !name.trim().is_empty());
        if spec.fields.is_empty() {
            return Err("fields: at least one field is needed".to_owned());
        }
        let mapping = Self {
            resource: resource.ok_or("resource: the name of a resource is needed")?,
            existing: spec.existing,
            repeated: spec.repeated,
            empty: spec.empty,
            reading: reading(
                spec.delimiter.as_deref(),
                spec.encoding.as_deref(),
                spec.header_line,
                spec.sheet,
            )?,
            rules: Rules::Mapped {
                missing: spec.missing,
                skip_rows: spec.skip_rows,
                values: spec.values,
                fields: spec.fields,
            },
        };
        match mapping.compile(None) {
            Ok(_) => Ok(mapping),
            Err(problems) => {
                let reported: Vec<String> =
                    problems.into_iter().map(|problem| problem.message).collect();
                Err(reported.join("\n"))
            }
        }
    }

    fn compile(&self, header: Option<&[String]>) -> Result<Plan, Vec<Problem>> {
        match &self.rules {
            Rules::Mapped { missing, skip_rows, values, fields } => {
                Compiler::new(header, missing, values).compile(skip_rows, fields)
            }
            Rules::Plain(_) => Ok(Plan::default()),
        }
    }
}

/// Counts the patterns of a mapping: each takes time and memory to compile.
fn patterns(value: &Value) -> usize {
    const KEYS: [&str; 6] = ["capture", "find", "matches", "not_matches", "pattern", "split"];
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| usize::from(KEYS.contains(&key.as_str())) + patterns(value))
            .sum(),
        Value::Array(items) => items.iter().map(patterns).sum(),
        _ => 0,
    }
}

fn not_too_long(text: &str) -> Result<(), String> {
    if text.len() > LONGEST_MAPPING {
        return Err(format!("The mapping is longer than {} KiB", LONGEST_MAPPING / 1024));
    }
    Ok(())
}

fn reading(
    delimiter: Option<&str>,
    encoding: Option<&str>,
    header_line: Option<u64>,
    sheet: Option<String>,
) -> Result<Reading, String> {
    let usual = Reading::default();
    let delimiter = match delimiter {
        None => usual.delimiter,
        Some("tab") => b'\t',
        Some(text) => match text.as_bytes() {
            [only] if only.is_ascii() && !matches!(only, b'"' | b'\r' | b'\n') => *only,
            _ => {
                return Err(
                    "delimiter: one character such as \",\" or \";\", or \"tab\" is expected"
                        .to_owned(),
                );
            }
        },
    };
    let encoding = match encoding {
        None => usual.encoding,
        Some(label) => Encoding::for_label(label.as_bytes()).ok_or_else(|| {
            format!("encoding: '{label}' is not known; examples are utf-8, utf-16, windows-1256")
        })?,
    };
    if sheet.as_ref().is_some_and(|name| name.trim().is_empty()) {
        return Err("sheet: the name of a worksheet is needed".to_owned());
    }
    match header_line.unwrap_or(usual.header_line) {
        0 => Err("header_line: lines are counted from 1".to_owned()),
        header_line => Ok(Reading { delimiter, encoding, header_line, sheet }),
    }
}

/// Makes the plan that copies each known column to its field.
fn plain_plan(columns: &[(String, PlainCell)]) -> Plan {
    let field = |(place, (name, cell)): (usize, &(String, PlainCell))| {
        let path: Vec<String> = name.split('.').map(str::to_owned).collect();
        let content = match cell.kind {
            FieldKind::Ignored => return None,
            FieldKind::Shown => FieldContent::Shown(place),
            _ => FieldContent::Value(Box::new(ValuePlan {
                when: Vec::new(),
                source: Source::Name(Name::Column(place)),
                steps: Steps { finish: Finish::Plain(*cell), ..Steps::default() },
                default: None,
                origin: Some(place),
                groups: Vec::new(),
            })),
        };
        Some(FieldPlan { pointer: format!("/{}", path.join("/")), path, content })
    };
    Plan { fields: columns.iter().enumerate().filter_map(field).collect(), ..Plan::default() }
}
