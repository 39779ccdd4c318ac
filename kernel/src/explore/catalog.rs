//! The declarations of all modules, checked once at startup: which measures and dimensions each
//! dataset has, and the join paths between tables.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};

use super::chart::Chart;
use super::declare::{Dataset, Dimension, Join, Kind, Measure};
use super::expression::{self, Expression, Named, column, columns};
use super::probe;
use crate::base::error::{Error, Result};
use crate::db::Conn;
use crate::records::resource::Registration;

/// What one module declares for the explorer, and the resources and tables that its declarations
/// refer to.
pub(crate) struct Declarations {
    pub(crate) module: &'static str,
    pub(crate) tables: Vec<&'static str>,
    pub(crate) resources: &'static [Registration],
    pub(crate) datasets: &'static [Dataset],
    pub(crate) measures: &'static [Measure],
    pub(crate) dimensions: &'static [Dimension],
    pub(crate) charts: &'static [Chart],
    pub(crate) joins: &'static [Join],
}

/// Everything that a question can contain.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    pub(super) datasets: Vec<Dataset>,
    pub(super) measures: Vec<Measure>,
    pub(super) dimensions: Vec<Dimension>,
    /// In the order in which they are shown.
    pub(super) charts: Vec<Chart>,
    pub(super) ways: Ways,
    /// The table of each resource.
    tables: HashMap<&'static str, &'static str>,
    /// All expressions, to be tried on the database.
    expressions: Vec<Expression>,
}

/// The joins between tables.
#[derive(Debug, Default)]
pub(super) struct Ways(Vec<Step>);

/// A join from a row of one table to the rows of another that have the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) from: Named,
    pub(super) to: Named,
    pub(super) many: bool,
    /// Whether such a row exists for every value, as with a foreign key.
    sure: bool,
}

impl Catalog {
    /// Collects what the modules declare.
    ///
    /// # Errors
    /// A startup error for the first declaration that is wrong.
    pub(crate) fn of(modules: &[Declarations]) -> Result<Self> {
        let all_tables: HashSet<&'static str> =
            modules.iter().flat_map(|module| module.tables.iter().copied()).collect();
        let resources = || modules.iter().flat_map(|module| module.resources);
        let tables: HashMap<_, _> =
            resources().map(|one| (one.info.name, one.info.table)).collect();
        let mut catalog = Self { ways: Ways::of(modules, &tables), tables, ..Self::default() };
        for module in modules {
            let check =
                Check { module: module.module, tables: &all_tables, read: RefCell::default() };
            for join in module.joins {
                check.columns(|| format!("a join to {}", join.to), &[join.from, join.to])?;
            }
            for dataset in module.datasets {
                let called = || format!("dataset {}", dataset.name);
                check.tables(called, [dataset.table])?;
                check.columns(called, &[dataset.time, dataset.record])?;
                if let Some(of) = catalog.table_of(dataset.resource) {
                    check.names(called, &catalog.ways, of, dataset.called)?;
                }
                if !catalog.tables.contains_key(dataset.resource) {
                    return Err(check.wrong(
                        called(),
                        &format!(
                            "is filtered as {}, a resource that no module brings",
                            dataset.resource
                        ),
                    ));
                }
                catalog.datasets.push(*dataset);
            }
            for measure in module.measures {
                catalog.measures.push(check.measure(measure, &catalog.ways)?);
            }
            for dimension in module.dimensions {
                let called = || format!("dimension {}", dimension.name);
                if !matches!(dimension.kind, Kind::Time(_)) {
                    check.value(called, dimension.key)?;
                }
                if let Kind::Record { of, called: name, place } = dimension.kind {
                    check.tables(called, [of])?;
                    check.names(called, &catalog.ways, of, name)?;
                    check.names(called, &catalog.ways, of, place.as_ref().map_or(&[], |it| it))?;
                }
                catalog.dimensions.push(*dimension);
            }
            catalog.charts.extend_from_slice(module.charts);
            catalog.expressions.extend(check.read.into_inner());
        }
        catalog.charts.sort_by_key(|chart| chart.order);
        for module in modules {
            for dataset in module.datasets {
                if !catalog.measures.iter().any(|measure| catalog.possible(measure, dataset)) {
                    return Err(Error::startup(format!(
                        "Module {}: dataset {} cannot be reached: from the facts of no measure a \
                         reference or a join leads to {}, to {} and to its resource {}.",
                        module.module, dataset.name, dataset.table, dataset.time, dataset.resource
                    )));
                }
            }
        }
        Ok(catalog)
    }

    /// Returns the tables whose columns are read, and those on the join paths between them.
    pub(crate) fn read_tables(&self) -> Vec<&'static str> {
        let named = self.dimensions.iter().filter_map(|one| match one.kind {
            Kind::Record { of, called, place } => Some((of, called, place)),
            _ => None,
        });
        let of_dimensions = named.clone().map(|(of, ..)| of);
        let of_datasets = self.datasets.iter().filter_map(|one| self.table_of(one.resource));
        let facts = self.measures.iter().map(|one| one.facts);
        let starts: HashSet<&'static str> =
            facts.chain(of_dimensions).chain(of_datasets.clone()).collect();
        let measured = self
            .measures
            .iter()
            .flat_map(|one| one.numbers.iter().chain(one.texts).chain(one.listed).copied());
        let records = self
            .datasets
            .iter()
            .flat_map(|one| [one.time, one.record].into_iter().chain(one.called.iter().copied()));
        let names = named.flat_map(|(_, called, place)| {
            called.iter().copied().chain(place.into_iter().flatten())
        });
        let keys = self.dimensions.iter().map(|one| one.key);
        let expressions = measured.chain(records).chain(names).chain(keys);
        let mut targets: HashSet<&'static str> = expressions
            .flat_map(|expression| columns(expression).into_iter().map(|one| one.table))
            .collect();
        targets.extend(of_datasets);
        let mut tables: Vec<&'static str> = starts.iter().copied().collect();
        for (start, target) in starts.iter().flat_map(|one| targets.iter().map(move |it| (one, it)))
        {
            let way = self.ways.to_any(start, target).unwrap_or_default();
            tables.extend(way.iter().map(|step| step.to.table));
        }
        tables.sort_unstable();
        tables.dedup();
        tables
    }

    /// Returns the resource whose records are the rows of `table`; of several the first by name.
    pub(super) fn resource_of(&self, table: &str) -> Option<&'static str> {
        self.tables.iter().filter(|(_, of)| **of == table).map(|(name, _)| *name).min()
    }

    /// Whether each fact of the measure belongs to one row of the dataset.
    pub(super) fn possible(&self, measure: &Measure, dataset: &Dataset) -> bool {
        let time = columns(dataset.time);
        let needed = [Some(dataset.table), self.table_of(dataset.resource)];
        let mut needed = needed.into_iter().chain(time.iter().map(|column| Some(column.table)));
        needed.all(|table| {
            table.is_some_and(|table| self.ways.to_one(measure.facts, table).is_some())
        })
    }

    /// Whether the facts of the measure can be grouped by the dimension.
    pub(super) fn groups(&self, dimension: &Dimension, measure: &Measure) -> bool {
        let reached = |one: &Named| self.ways.to_any(measure.facts, one.table).is_some();
        matches!(dimension.kind, Kind::Time(_)) || columns(dimension.key).iter().all(reached)
    }

    /// The measures that are possible in the dataset.
    pub(super) fn measures_of<'a>(
        &'a self,
        dataset: &'a Dataset,
    ) -> impl Iterator<Item = &'a Measure> {
        self.measures.iter().filter(|measure| self.possible(measure, dataset))
    }

    /// Has the database read every expression, of no row.
    ///
    /// # Errors
    /// A startup error that names the declaration and the expression.
    pub(crate) fn check_expressions(&self, conn: &mut Conn) -> Result<()> {
        expression::check(conn, &self.expressions)
    }

    pub(super) fn table_of(&self, resource: &str) -> Option<&'static str> {
        self.tables.get(resource).copied()
    }
}

/// Checks the declarations of one module.
struct Check<'a> {
    module: &'static str,
    tables: &'a HashSet<&'static str>,
    /// The expressions that were checked so far.
    read: RefCell<Vec<Expression>>,
}

impl Check<'_> {
    fn wrong(&self, called: String, what: &str) -> Error {
        Error::startup(format!("Module {}: {called} {what}.", self.module))
    }

    fn tables(
        &self,
        called: impl Fn() -> String,
        tables: impl IntoIterator<Item = &'static str>,
    ) -> Result<()> {
        let unknown = tables.into_iter().find(|table| !self.tables.contains(table));
        unknown.map_or(Ok(()), |table| {
            Err(self.wrong(called(), &format!("speaks of {table}, a table that no module brings")))
        })
    }

    /// Checks an expression over the columns of one table, and returns that table.
    fn value(&self, called: impl Fn() -> String, expression: &'static str) -> Result<&'static str> {
        let columns = self.speaks(&called, expression)?;
        match (columns.first(), columns.iter().find(|one| one.table != columns[0].table)) {
            (Some(one), None) => Ok(one.table),
            (_, other) => {
                let other = other.map_or("", |other| other.table);
                let what = format!("speaks of {} and of {other} at once", columns[0].table);
                Err(self.wrong(called(), &what))
            }
        }
    }

    /// Checks the expressions of a name: over the table of a record, or over a table that can be
    /// joined to it.
    fn names(
        &self,
        called: impl Fn() -> String,
        ways: &Ways,
        of: &'static str,
        parts: &[&'static str],
    ) -> Result<()> {
        for part in parts {
            let table = self.value(&called, part)?;
            self.reached(&called, ways, of, table)?;
        }
        Ok(())
    }

    fn reached(
        &self,
        called: impl Fn() -> String,
        ways: &Ways,
        from: &'static str,
        table: &'static str,
    ) -> Result<()> {
        if ways.to_one(from, table).is_some() {
            return Ok(());
        }
        let what = format!("speaks of {table}, to which no reference or join leads from {from}");
        Err(self.wrong(called(), &what))
    }

    /// Checks that an expression reads columns of known tables, and returns these columns.
    fn speaks(&self, called: impl Fn() -> String, expression: &'static str) -> Result<Vec<Named>> {
        let columns = columns(expression);
        if columns.is_empty() {
            let what = format!("speaks of no column: write `table.column` in `{expression}`");
            return Err(self.wrong(called(), &what));
        }
        self.tables(&called, columns.iter().map(|column| column.table))?;
        self.read.borrow_mut().push(Expression {
            of: format!("Module {}: {}", self.module, called()),
            table: columns[0].table,
            sql: expression,
        });
        Ok(columns)
    }

    /// Checks that these are plain columns, `table.column`.
    fn columns(&self, called: impl Fn() -> String, all: &[&'static str]) -> Result<()> {
        for text in all {
            self.speaks(&called, text)?;
            if column(text).is_none() {
                let what = format!("needs a column, `table.column`, and has `{text}`");
                return Err(self.wrong(called(), &what));
            }
        }
        Ok(())
    }

    fn measure(&self, measure: &Measure, ways: &Ways) -> Result<Measure> {
        let called = || format!("measure {}", measure.name);
        self.tables(called, [measure.facts])?;
        if !measure.listed.is_empty() && measure.listed.len() != measure.numbers.len() {
            return Err(self.wrong(called(), "reads other numbers as they are listed"));
        }
        for text in measure.numbers.iter().chain(measure.texts).chain(measure.listed) {
            let table = self.value(called, text)?;
            self.reached(called, ways, measure.facts, table)?;
        }
        probe::check(measure).map_err(|what| self.wrong(called(), &what))?;
        Ok(*measure)
    }
}

impl Ways {
    /// Collects the references of resources to one record, and the declared joins.
    fn of(modules: &[Declarations], tables: &HashMap<&'static str, &'static str>) -> Self {
        let references = |one: &Registration| -> Vec<Step> {
            let info = one.info;
            let references = info.references.iter().filter(|reference| {
                !reference.field.ends_with("/*")
                    && (reference.table.is_empty() || reference.table == info.table)
            });
            let steps = references.filter_map(|reference| {
                let from = Named { table: info.table, column: reference.column };
                let to = Named { table: tables.get(reference.to)?, column: "id" };
                Some(Step { from, to, many: false, sure: true })
            });
            steps.collect()
        };
        let join = |join: &Join| {
            let (from, to) = (column(join.from)?, column(join.to)?);
            Some(Step { from, to, many: join.many, sure: false })
        };
        Self(
            modules
                .iter()
                .flat_map(|module| {
                    let steps = module.resources.iter().flat_map(references);
                    steps.chain(module.joins.iter().filter_map(join)).collect::<Vec<_>>()
                })
                .collect(),
        )
    }

    /// Returns the shortest join path on which each row leads to at most one; of two equally short
    /// ones, the one declared first.
    pub(super) fn to_one(&self, from: &str, to: &str) -> Option<Vec<Step>> {
        self.shortest(from, to, 0)
    }

    /// Returns the path of `to_one`, or else one with a single step to many rows.
    pub(super) fn to_any(&self, from: &str, to: &str) -> Option<Vec<Step>> {
        self.to_one(from, to).or_else(|| self.shortest(from, to, 1))
    }

    fn shortest(&self, from: &str, to: &str, most_many: usize) -> Option<Vec<Step>> {
        let mut waiting = VecDeque::from([(from, Vec::<Step>::new())]);
        while let Some((here, way)) = waiting.pop_front() {
            if here == to {
                return Some(way);
            }
            for step in &self.0 {
                let many = way.iter().filter(|one| one.many).count() + usize::from(step.many);
                let been = |table| table == from || way.iter().any(|one| one.to.table == table);
                if step.from.table == here && many <= most_many && !been(step.to.table) {
                    let mut way = way.clone();
                    way.push(*step);
                    waiting.push_back((step.to.table, way));
                }
            }
        }
        None
    }

    /// Returns the same value closer to `facts`: `projects.id` is already in `units.project_id`.
    pub(super) fn nearest(&self, facts: &str, mut column: Named) -> Named {
        while column.table != facts
            && let Some(step) = self.to_any(facts, column.table).and_then(|mut way| way.pop())
            && step.to == column
            && step.sure
        {
            column = step.from;
        }
        column
    }
}
