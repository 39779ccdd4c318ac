//! The declarations of all modules, checked once at startup: which measures and dimensions each
//! dataset has, and the join paths between tables.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::aggregate_check;
use super::chart::Chart;
use super::declare::{Dataset, Dimension, DimensionKind, Join, Measure};
use super::expression::{self, Expression, Named, column, columns};
use super::join_paths::JoinPaths;
use super::names::NameColumns;
use super::selection::Selection;
use crate::base::error::{Error, Result};
use crate::db::Conn;
use crate::engine::columns::{Need, Shape};
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Catalog {
    pub(super) datasets: Vec<Dataset>,
    pub(super) measures: Vec<Measure>,
    pub(super) dimensions: Vec<Dimension>,
    /// In the order in which they are shown.
    pub(super) charts: Vec<Chart>,
    pub(super) join_paths: JoinPaths,
    /// The table of each resource.
    tables: HashMap<&'static str, &'static str>,
    /// The tables without a resource, each with the resources of its module.
    pub(super) derived: HashMap<&'static str, Vec<&'static str>>,
    /// All expressions, to be tried on the database.
    expressions: Arc<[Expression]>,
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
        let joins = modules.iter().map(|module| (module.resources, module.joins));
        let join_paths = JoinPaths::of(joins, &tables);
        let mut catalog = Self { join_paths, tables, ..Self::default() };
        let mut expressions = Vec::new();
        for module in modules {
            let own: Vec<&'static str> = module.resources.iter().map(|one| one.info.name).collect();
            let is_of_resource = |table: &&&str| catalog.tables.values().any(|of| *of == **table);
            let derived = module.tables.iter().filter(|table| !is_of_resource(table));
            let derived: Vec<_> = derived.map(|table| (*table, own.clone())).collect();
            catalog.derived.extend(derived);
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
                    check.names(called, &catalog.join_paths, of, dataset.called)?;
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
                catalog.measures.push(check.measure(measure, &catalog.join_paths)?);
            }
            for dimension in module.dimensions {
                let called = || format!("dimension {}", dimension.name);
                if !matches!(dimension.kind, DimensionKind::Time(_)) {
                    check.value(called, dimension.key)?;
                }
                if let DimensionKind::Record { of, called: name, place } = dimension.kind {
                    check.tables(called, [of])?;
                    check.names(called, &catalog.join_paths, of, name)?;
                    check.names(
                        called,
                        &catalog.join_paths,
                        of,
                        place.as_ref().map_or(&[], |it| it),
                    )?;
                }
                catalog.dimensions.push(*dimension);
            }
            catalog.charts.extend_from_slice(module.charts);
            expressions.extend(check.read.into_inner());
        }
        catalog.expressions = expressions.into();
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
                catalog.check_behind(module.module, dataset)?;
            }
        }
        Ok(catalog)
    }

    /// Checks that what is shown of a dataset's records is declared, and possible in it.
    fn check_behind(&self, module: &str, dataset: &Dataset) -> Result<()> {
        let each = dataset.each;
        let measures = dataset.behind.iter().copied().chain(each.map(|one| one.measure));
        for name in measures {
            if !self.measures_of(dataset).any(|measure| measure.name == name) {
                return Err(Error::startup(format!(
                    "Module {module}: dataset {} shows of its records {name}, which is no measure \
                     of it.",
                    dataset.name
                )));
            }
        }
        match each.filter(|one| !self.dimensions.iter().any(|it| it.name == one.by)) {
            None => Ok(()),
            Some(each) => Err(Error::startup(format!(
                "Module {module}: dataset {} lists {} by {}, which is no dimension.",
                dataset.name, each.measure, each.by
            ))),
        }
    }

    /// Returns the resource whose records are the rows of `table`; of several the first by name.
    pub(super) fn resource_of(&self, table: &str) -> Option<&'static str> {
        self.tables.iter().filter(|(_, of)| **of == table).map(|(name, _)| *name).min()
    }

    /// Returns the columns that questions can need.
    pub(crate) fn needs(&self) -> Vec<Need> {
        let mut needs = Vec::new();
        let mut names = |kind| {
            if let Some(names) = NameColumns::of(&self.join_paths, kind) {
                names.selection.needs(&mut needs);
            }
        };
        let mut selections = Vec::new();
        for measure in &self.measures {
            let mut selection = Selection::new(measure.facts);
            for dataset in self.datasets.iter().filter(|one| self.possible(measure, one)) {
                selection.select(&self.join_paths, Shape::Moment, dataset.time);
                selection.select(&self.join_paths, Shape::Text, dataset.record);
                if let Some(of) = self.table_of(dataset.resource) {
                    selection.join(&self.join_paths, of);
                    names(DimensionKind::Record { of, called: dataset.called, place: None });
                }
            }
            for dimension in self.dimensions.iter().filter(|one| self.groups(one, measure)) {
                if !matches!(dimension.kind, DimensionKind::Time(_)) {
                    selection.select(&self.join_paths, dimension.shape(), dimension.key);
                }
                names(dimension.kind);
            }
            for one in measure.numbers.iter().chain(measure.listed) {
                selection.select(&self.join_paths, Shape::Number, one);
            }
            for one in measure.texts {
                selection.select(&self.join_paths, Shape::Text, one);
            }
            selections.push(selection);
        }
        selections.iter().for_each(|selection| selection.needs(&mut needs));
        needs
    }

    /// Whether each fact of the measure belongs to one row of the dataset.
    pub(super) fn possible(&self, measure: &Measure, dataset: &Dataset) -> bool {
        let time = columns(dataset.time);
        let needed = [Some(dataset.table), self.table_of(dataset.resource)];
        let mut needed = needed.into_iter().chain(time.iter().map(|column| Some(column.table)));
        needed.all(|table| {
            table.is_some_and(|table| self.join_paths.to_one(measure.facts, table).is_some())
        })
    }

    /// Whether the facts of the measure can be grouped by the dimension.
    pub(super) fn groups(&self, dimension: &Dimension, measure: &Measure) -> bool {
        let reached = |one: &Named| self.join_paths.to_any(measure.facts, one.table).is_some();
        matches!(dimension.kind, DimensionKind::Time(_))
            || columns(dimension.key).iter().all(reached)
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

    /// Returns the measure of that name.
    pub(super) fn measure(&self, name: &str) -> Option<Measure> {
        self.measures.iter().find(|measure| measure.name == name).copied()
    }

    /// Returns the tables that a fact of a dataset belongs to a row of.
    pub(super) fn of_dataset(&self, dataset: &Dataset) -> impl Iterator<Item = &'static str> {
        std::iter::once(dataset.table).chain(self.table_of(dataset.resource))
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
        join_paths: &JoinPaths,
        of: &'static str,
        parts: &[&'static str],
    ) -> Result<()> {
        for part in parts {
            let table = self.value(&called, part)?;
            self.reached(&called, join_paths, of, table)?;
        }
        Ok(())
    }

    fn reached(
        &self,
        called: impl Fn() -> String,
        join_paths: &JoinPaths,
        from: &'static str,
        table: &'static str,
    ) -> Result<()> {
        if join_paths.to_one(from, table).is_some() {
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
        // Statements mark the places of their values by it.
        if expression.contains('?') {
            return Err(self.wrong(called(), &format!("has a `?` in `{expression}`")));
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

    fn measure(&self, measure: &Measure, join_paths: &JoinPaths) -> Result<Measure> {
        let called = || format!("measure {}", measure.name);
        self.tables(called, [measure.facts])?;
        if !measure.listed.is_empty() && measure.listed.len() != measure.numbers.len() {
            return Err(self.wrong(called(), "reads other numbers as they are listed"));
        }
        for text in measure.numbers.iter().chain(measure.texts).chain(measure.listed) {
            let table = self.value(called, text)?;
            self.reached(called, join_paths, measure.facts, table)?;
        }
        aggregate_check::check(measure).map_err(|what| self.wrong(called(), &what))?;
        Ok(*measure)
    }
}
