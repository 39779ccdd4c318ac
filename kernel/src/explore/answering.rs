//! How a question is answered: the passes over the facts, and what they are made into.

use chrono::{Days, NaiveDate};

use super::aggregation::{Aggregation, Place, Recipe, take};
use super::answer::*;
use super::catalog::Ways;
use super::declare::{Dimension, Kind, Measure};
use super::groups::Groups;
use super::members::Members;
use super::names::NameColumns;
use super::order::Found;
use super::question::{Asked, Compare, Question, Sort};
use super::scan::Scan;
use super::selection::{Selection, Shape};
use super::within::Only;
use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::Conn;

/// What is read of the facts of a table, and what becomes of it.
struct Pass {
    selection: Selection,
    figures: Figures,
    /// How many days later its facts count.
    shift: i64,
}

/// Where in a fact everything stands that figures are made of.
struct Figures {
    axes: [Option<usize>; 2],
    within: Vec<usize>,
    recipes: Vec<Recipe>,
    /// For each recipe its measure, and whether that is what the figure is compared with.
    told: Vec<(usize, bool)>,
}

/// A period: its first day, and the day after its last.
type Period = (Option<NaiveDate>, Option<NaiveDate>);

impl Question {
    /// The answer, out of one snapshot of the database.
    pub fn answer(&self, conn: &mut Conn) -> Result<ExplorerAnswer> {
        Ok(self.found(conn)?.0)
    }

    /// The same, and the groups that alone count.
    pub(super) fn found(&self, conn: &mut Conn) -> Result<(ExplorerAnswer, Vec<Only>)> {
        let as_of = Timestamp::now();
        let ways = &self.catalog.ways;
        let asked = &self.asked;
        let kind = |dimension: &Dimension| dimension.kind;
        let mut found = Found {
            rows: Members::new(asked.rows.as_ref().map(kind), asked.today),
            cols: asked.cols.as_ref().map(|one| Members::new(Some(one.kind), asked.today)),
            groups: Groups::new(asked.measures.len()),
            within: self.within.iter().map(|one| Only::of(one, asked.today)).collect(),
        };
        if asked.rows.is_none() {
            // Everything is one row, also when it is made of nothing.
            found.groups.at(Place { row: 0, col: None });
        }
        let after = |day: NaiveDate| day.checked_add_days(Days::new(1));
        let period = (asked.from, asked.to.and_then(after));
        let mut passes = self.passes(ways, period, 0);
        if let (Some(Compare::Previous), (Some(from), Some(until))) = (asked.compare, period) {
            let length = until.signed_duration_since(from);
            let before = (from.checked_sub_signed(length), Some(from));
            passes.extend(self.passes(ways, before, length.num_days()));
        }
        // All tables are opened at once, for all passes are over the same snapshot.
        let mut needs = Vec::new();
        passes.iter().for_each(|pass| pass.selection.needs(&mut needs));
        let axes = asked.axes().map(|axis| axis.and_then(|one| NameColumns::of(ways, one.kind)));
        let within: Vec<_> =
            self.within.iter().map(|one| NameColumns::of(ways, one.dimension.kind)).collect();
        axes.iter().chain(&within).flatten().for_each(|names| names.selection.needs(&mut needs));
        let opened = self.cache.open(conn, &needs)?;
        let mut open = |names: Option<NameColumns>| {
            names.map(|names| names.open(conn, &needs, &opened)).transpose()
        };
        let [rows, cols] = axes;
        found.rows.set_names(open(rows)?);
        if let Some(members) = &mut found.cols {
            members.set_names(open(cols)?);
        }
        for (only, names) in found.within.iter_mut().zip(within) {
            only.set_names(open(names)?);
        }
        for Pass { selection, figures, shift } in passes {
            let scan = selection.scan(conn, &needs, &opened)?;
            self.gather(&scan, &mut found, &figures, shift)?;
        }
        let within = std::mem::take(&mut found.within);
        Ok((found.told(asked, as_of), within))
    }

    /// A pass for each table of facts that a measure needs, in one period.
    fn passes(&self, ways: &Ways, (from, until): Period, shift: i64) -> Vec<Pass> {
        let asked = &self.asked;
        let mut tables: Vec<&'static str> = Vec::new();
        for measure in &asked.measures {
            if !tables.contains(&measure.facts) {
                tables.push(measure.facts);
            }
        }
        let pass = |facts| {
            let mut selection = Selection::new(facts);
            let mut select = |one: &Dimension| selection.select(ways, shape(one), key(asked, one));
            let axes = asked.axes().map(|axis| axis.map(&mut select));
            let within = self.within.iter().map(|one| select(&one.dimension)).collect();
            let mut figures = Figures { axes, within, recipes: Vec::new(), told: Vec::new() };
            for (place, measure) in asked.measures.iter().enumerate() {
                if measure.facts != facts {
                    continue;
                }
                let recipe = self.recipe(&mut selection, ways, measure);
                if asked.compare == Some(Compare::Listed) && !measure.listed.is_empty() {
                    let select = |one: &&'static str| selection.select(ways, Shape::Number, one);
                    let numbers = measure.listed.iter().map(select).collect();
                    let compared_with = recipe.numbers.clone();
                    figures.recipes.push(Recipe { numbers, compared_with, ..recipe.clone() });
                    figures.told.push((place, true));
                }
                figures.recipes.push(recipe);
                figures.told.push((place, shift > 0));
            }
            if let Some((table, condition)) = &self.filter {
                selection.filter(ways, table, condition.clone());
            }
            let [from, until] = [from, until].map(|day| day.map(Timestamp::start_of));
            selection.within(ways, asked.dataset.time, from, until);
            Pass { selection, figures, shift }
        };
        tables.into_iter().map(pass).collect()
    }

    /// Has the figures of each group made of the facts of one pass.
    fn gather(&self, scan: &Scan, found: &mut Found, figures: &Figures, shift: i64) -> Result<()> {
        let Figures { axes: [row_at, col_at], within, recipes, told } = figures;
        let asked = &self.asked;
        let together = asked.cols.is_some() && matches!(asked.sort, Sort::Measure(_));
        let mut folding = Aggregation::new(recipes, together);
        found.rows.begin(shift);
        if let Some(cols) = &mut found.cols {
            cols.begin(shift);
        }
        found.within.iter_mut().for_each(Only::begin);
        let mut rows = row_at.map(|at| (&mut found.rows, at));
        let mut cols = found.cols.as_mut().zip(*col_at);
        scan.each(|fact| {
            let mut only = found.within.iter_mut().zip(within);
            if only.all(|(only, at)| only.holds(fact, *at)) {
                take(&mut folding, fact, &mut rows, &mut cols);
            }
        })?;
        folding.finish(|place, recipe, figure| {
            let (measure, compared) = told[recipe];
            let told = &mut found.groups.at(place)[measure];
            if compared {
                told.1 = Some(figure);
            } else {
                told.0 = figure;
            }
        });
        Ok(())
    }

    fn recipe(&self, selection: &mut Selection, ways: &Ways, measure: &Measure) -> Recipe {
        let mut all = |shape, expressions: &[&'static str]| {
            expressions.iter().map(|one| selection.select(ways, shape, one)).collect()
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

fn shape(dimension: &Dimension) -> Shape {
    match dimension.kind {
        Kind::Time(_) => Shape::Moment,
        Kind::Numbers(_) => Shape::Number,
        Kind::Record { .. } | Kind::Text | Kind::List | Kind::Texts(_) => Shape::Text,
    }
}

fn key(asked: &Asked, dimension: &Dimension) -> &'static str {
    match dimension.kind {
        Kind::Time(_) => asked.dataset.time,
        _ => dimension.key,
    }
}
