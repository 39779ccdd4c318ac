//! Answers a question: the passes over the facts, and the aggregation of each.

use chrono::{Days, NaiveDate};

use super::aggregation::{Aggregation, Recipe, take};
use super::answer::*;
use super::declare::{Dimension, DimensionKind, Measure};
use super::group_filter::GroupFilter;
use super::groups::GroupKey;
use super::groups::Groups;
use super::join_paths::JoinPaths;
use super::members::Members;
use super::names::NameColumns;
use super::order::Found;
use super::question::{Compare, Parameters, Question, Sort};
use super::scan::{Opened, Scan};
use super::selection::Selection;
use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::columns::Shape;

/// One pass over the facts of a table: what it reads, and what that is aggregated into.
struct Pass {
    selection: Selection,
    inputs: Inputs,
    /// By how many days the facts are moved: those of an earlier period are compared under the days
    /// of the later one.
    shift: i64,
}

/// Where in a fact the inputs of the measures are.
struct Inputs {
    axes: [Option<usize>; 2],
    within: Vec<usize>,
    recipes: Vec<Recipe>,
    /// For each recipe the index of its measure, and whether its values are those that the measure
    /// is compared with.
    outputs: Vec<(usize, bool)>,
}

/// A period: its first day, and the day after its last one.
type Period = (Option<NaiveDate>, Option<NaiveDate>);

impl Question {
    /// Answers the question, from one snapshot of the database.
    pub fn answer(&self, conn: &mut Conn) -> Result<ExplorerAnswer> {
        Ok(self.found(conn)?.0)
    }

    /// Answers the question, and returns the groups to which it is limited.
    pub(super) fn found(&self, conn: &mut Conn) -> Result<(ExplorerAnswer, Vec<GroupFilter>)> {
        let as_of = Timestamp::now();
        let join_paths = &self.catalog.join_paths;
        let parameters = &self.parameters;
        let kind = |dimension: &Dimension| dimension.kind;
        let mut found = Found {
            rows: Members::new(parameters.rows.as_ref().map(kind), parameters.today),
            cols: parameters
                .cols
                .as_ref()
                .map(|one| Members::new(Some(one.kind), parameters.today)),
            groups: Groups::new(parameters.measures.len()),
            within: self.within.iter().map(|one| GroupFilter::of(one, parameters.today)).collect(),
        };
        if parameters.rows.is_none() {
            // Everything is one row, also when there are no facts.
            found.groups.at(GroupKey { row: 0, col: None });
        }
        let after = |day: NaiveDate| day.checked_add_days(Days::new(1));
        let period = (parameters.from, parameters.to.and_then(after));
        let mut passes = self.passes(join_paths, period, 0);
        if let (Some(Compare::Previous), (Some(from), Some(until))) = (parameters.compare, period) {
            let length = until.signed_duration_since(from);
            let before = (from.checked_sub_signed(length), Some(from));
            passes.extend(self.passes(join_paths, before, length.num_days()));
        }
        // All tables are opened at once, because all passes must read the same snapshot.
        let mut needs = Vec::new();
        passes.iter().for_each(|pass| pass.selection.needs(&mut needs));
        let axes = parameters
            .axes()
            .map(|axis| axis.and_then(|one| NameColumns::of(join_paths, one.kind)));
        let within: Vec<_> =
            self.within.iter().map(|one| NameColumns::of(join_paths, one.dimension.kind)).collect();
        axes.iter().chain(&within).flatten().for_each(|names| names.selection.needs(&mut needs));
        let tables = self.cache.open(conn, &needs)?;
        let opened = Opened { cache: &self.cache, needs: &needs, tables: &tables };
        let open = |names: Option<NameColumns>| names.map(|names| names.open(&opened)).transpose();
        let [rows, cols] = axes;
        found.rows.set_names(open(rows)?);
        if let Some(members) = &mut found.cols {
            members.set_names(open(cols)?);
        }
        for (only, names) in found.within.iter_mut().zip(within) {
            only.set_names(open(names)?);
        }
        for Pass { selection, inputs, shift } in passes {
            let scan = selection.scan(&opened)?;
            self.gather(&scan, &mut found, &inputs, shift)?;
        }
        let within = std::mem::take(&mut found.within);
        Ok((found.into_answer(parameters, as_of), within))
    }

    /// Makes a pass for each table of facts that a measure needs, in one period.
    fn passes(&self, join_paths: &JoinPaths, (from, until): Period, shift: i64) -> Vec<Pass> {
        let parameters = &self.parameters;
        let mut tables: Vec<&'static str> = Vec::new();
        for measure in &parameters.measures {
            if !tables.contains(&measure.facts) {
                tables.push(measure.facts);
            }
        }
        let pass = |facts| {
            let mut selection = Selection::new(facts);
            let mut select =
                |one: &Dimension| selection.select(join_paths, one.shape(), key(parameters, one));
            let axes = parameters.axes().map(|axis| axis.map(&mut select));
            let within = self.within.iter().map(|one| select(&one.dimension)).collect();
            let mut inputs = Inputs { axes, within, recipes: Vec::new(), outputs: Vec::new() };
            for (place, measure) in parameters.measures.iter().enumerate() {
                if measure.facts != facts {
                    continue;
                }
                let recipe = self.recipe(&mut selection, join_paths, measure);
                if parameters.compare == Some(Compare::Listed) && !measure.listed.is_empty() {
                    let select =
                        |one: &&'static str| selection.select(join_paths, Shape::Number, one);
                    let numbers = measure.listed.iter().map(select).collect();
                    let compared_with = recipe.numbers.clone();
                    inputs.recipes.push(Recipe { numbers, compared_with, ..recipe.clone() });
                    inputs.outputs.push((place, true));
                }
                inputs.recipes.push(recipe);
                inputs.outputs.push((place, shift > 0));
            }
            if let Some((table, condition)) = &self.filter {
                selection.filter(join_paths, table, condition.clone());
            }
            let [from, until] = [from, until].map(|day| day.map(Timestamp::start_of));
            selection.within(join_paths, parameters.dataset.time, from, until);
            for table in self.catalog.of_dataset(&parameters.dataset) {
                selection.require(join_paths, table);
            }
            Pass { selection: selection.seen(join_paths), inputs, shift }
        };
        tables.into_iter().map(pass).collect()
    }

    /// Aggregates the facts of one pass into the values of each group.
    fn gather(&self, scan: &Scan, found: &mut Found, inputs: &Inputs, shift: i64) -> Result<()> {
        let Inputs { axes: [row_at, col_at], within, recipes, outputs } = inputs;
        let parameters = &self.parameters;
        let together = parameters.cols.is_some() && matches!(parameters.sort, Sort::Measure(_));
        let mut aggregation = Aggregation::new(recipes, together);
        found.groups.begin();
        found.rows.begin(shift);
        if let Some(cols) = &mut found.cols {
            cols.begin(shift);
        }
        found.within.iter_mut().for_each(GroupFilter::begin);
        let mut rows = row_at.map(|at| (&mut found.rows, at));
        let mut cols = found.cols.as_mut().zip(*col_at);
        scan.each(|fact| {
            let mut only = found.within.iter_mut().zip(within);
            if only.all(|(only, at)| only.holds(fact, *at)) {
                take(&mut aggregation, fact, &mut rows, &mut cols);
            }
        })?;
        aggregation.finish(|place, values| {
            let group = found.groups.at(place);
            for ((measure, is_compared), value) in outputs.iter().zip(values) {
                match is_compared {
                    true => group[*measure].1 = Some(*value),
                    false => group[*measure].0 = *value,
                }
            }
        });
        Ok(())
    }

    fn recipe(
        &self,
        selection: &mut Selection,
        join_paths: &JoinPaths,
        measure: &Measure,
    ) -> Recipe {
        let mut all = |shape, expressions: &[&'static str]| {
            expressions.iter().map(|one| selection.select(join_paths, shape, one)).collect()
        };
        Recipe {
            measure: *measure,
            numbers: all(Shape::Number, measure.numbers),
            settings: measure.settings.iter().map(|one| self.settings.whole(one) as f64).collect(),
            texts: all(Shape::Text, measure.texts),
            compared_with: Vec::new(),
        }
    }
}

impl Dimension {
    /// Returns the shape of its column.
    pub(super) fn shape(&self) -> Shape {
        match self.kind {
            DimensionKind::Time(_) => Shape::Moment,
            DimensionKind::Numbers(_) => Shape::Number,
            DimensionKind::Record { .. }
            | DimensionKind::Text
            | DimensionKind::List
            | DimensionKind::Texts(_) => Shape::Text,
        }
    }
}

fn key(parameters: &Parameters, dimension: &Dimension) -> &'static str {
    match dimension.kind {
        DimensionKind::Time(_) => parameters.dataset.time,
        _ => dimension.key,
    }
}
