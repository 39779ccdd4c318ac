//! The answer to a question: each table of facts is read once, its facts are folded, and what came
//! of them is put in order.
//!
//! What it costs: reading is most of it, on SQLite some 2 µs for a unit and its consensus; so a fifth
//! of a second for the units of a desk of 100,000, and two to three seconds at a million, whatever
//! they are grouped by. A fact takes no memory but 8 bytes for each median, and for agreement what is
//! read of it. What has to be as quick as a list belongs into a table of its own.

use std::cmp::Ordering;
use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::catalog::Ways;
use super::declare::{Dimension, Kind, Measure};
use super::folding::{Figure, Folding, Place, Recipe, take};
use super::members::Members;
use super::question::{Asked, Compare, Question, Sort};
use super::records::Only;
use super::statement::{Shape, Statement};
use crate::db::{Conn, cells};
use crate::error::Result;
use crate::time::Timestamp;

/// The answer to a question of the explorer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerAnswer {
    /// A line for each row, or for each row and column that has facts: rows in the order asked for,
    /// columns in that of their dimension.
    pub rows: Vec<ExplorerRow>,
    /// The columns of all these rows, in the order of their dimension, when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub cols: Option<Vec<ExplorerKey>>,
    /// How many rows there are in all, before `limit`.
    pub total: u64,
    /// The moment that the figures are for.
    pub as_of: Timestamp,
}

/// Figures of one group.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplorerRow {
    /// Which value of the dimension `rows`; without one all facts are one row.
    pub row: ExplorerKey,
    /// Which value of the dimension `cols`, when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub col: Option<ExplorerKey>,
    /// The figures, by the names of their measures.
    pub values: ExplorerValues,
}

/// One value of a dimension.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplorerKey {
    /// The key of the value; null when there is none.
    pub key: Option<String>,
    /// The name to show.
    pub label: String,
    /// Where it is on the map, of a record of which that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub place: Option<ExplorerPlace>,
}

/// A place on the map, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplorerPlace {
    /// North of the equator.
    pub latitude: f64,
    /// East of Greenwich.
    pub longitude: f64,
}

/// Figures by the names of their measures, in the order asked for.
#[derive(Clone, Debug)]
pub struct ExplorerValues(pub Vec<(&'static str, ExplorerFigure)>);

/// A figure.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplorerFigure {
    /// Null when nothing could be computed.
    pub value: Option<f64>,
    /// How many facts it is made of. Those that lack something it needs are left out.
    pub n: u64,
    /// What it is compared with, when that was asked for and is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub compare: Option<ExplorerCompared>,
}

/// What a figure is compared with.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplorerCompared {
    /// Null when nothing could be computed.
    pub value: Option<f64>,
    /// How many facts it is made of.
    pub n: u64,
}

crate::api_schema!(ExplorerAnswer);

impl Serialize for ExplorerValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, figure) in &self.0 {
            map.serialize_entry(name, figure)?;
        }
        map.end()
    }
}

impl JsonSchema for ExplorerValues {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ExplorerValues".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let figure = generator.subschema_for::<ExplorerFigure>();
        json_schema!({ "type": "object", "additionalProperties": figure })
    }
}

/// A figure, and the one that it is compared with.
type Told = (Figure, Option<Figure>);

/// What is found out while a question is being answered.
pub(super) struct Found {
    rows: Members,
    cols: Option<Members>,
    groups: HashMap<Place, Vec<Told>>,
    /// The groups that alone count, with their values as they are met.
    pub(super) within: Vec<Only>,
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
            groups: HashMap::new(),
            within: self.within.iter().map(|one| Only::of(one, asked.today)).collect(),
        };
        if asked.rows.is_none() {
            // Everything is one row, also when it is made of nothing.
            let nothing = asked.measures.iter().map(|_| (Figure::default(), None)).collect();
            found.groups.insert(Place { row: 0, col: None }, nothing);
        }
        let after = |day: NaiveDate| day.checked_add_days(Days::new(1));
        let period = (asked.from, asked.to.and_then(after));
        self.gather(ways, conn, &mut found, period, false)?;
        if let (Some(Compare::Previous), (Some(from), Some(until))) = (asked.compare, period) {
            let length = until.signed_duration_since(from);
            let before = from.checked_sub_signed(length);
            for members in [Some(&mut found.rows), found.cols.as_mut()].into_iter().flatten() {
                members.shift(length.num_days());
            }
            self.gather(ways, conn, &mut found, (before, Some(from)), true)?;
        }
        for members in [Some(&mut found.rows), found.cols.as_mut()].into_iter().flatten() {
            members.name(conn)?;
        }
        let within = std::mem::take(&mut found.within);
        Ok((in_order(asked, found, as_of), within))
    }

    /// Reads every table of facts that a measure needs, in one period.
    fn gather(
        &self,
        ways: &Ways,
        conn: &mut Conn,
        found: &mut Found,
        (from, until): Period,
        previous: bool,
    ) -> Result<()> {
        let asked = &self.asked;
        let mut tables: Vec<&'static str> = Vec::new();
        for measure in &asked.measures {
            if !tables.contains(&measure.facts) {
                tables.push(measure.facts);
            }
        }
        for facts in tables {
            let mut statement = Statement::new(facts);
            let at = asked
                .axes()
                .map(|axis| axis.map(|one| statement.select(ways, shape(one), key(asked, one))));
            for (only, within) in found.within.iter_mut().zip(&self.within) {
                let (shape, key) = (shape(&within.dimension), key(asked, &within.dimension));
                only.at = statement.select(ways, shape, key);
            }
            let mut recipes = Vec::new();
            let mut told = Vec::new();
            for (place, measure) in asked.measures.iter().enumerate() {
                if measure.facts != facts {
                    continue;
                }
                recipes.push(self.recipe(&mut statement, ways, measure, measure.numbers));
                told.push((place, false));
                if asked.compare == Some(Compare::Listed) && !measure.listed.is_empty() {
                    recipes.push(self.recipe(&mut statement, ways, measure, measure.listed));
                    told.push((place, true));
                }
            }
            if let Some((table, condition)) = &self.filter {
                statement.filter(ways, table, condition.clone());
            }
            let [from, until] = [from, until].map(|day| day.map(Timestamp::start_of));
            statement.within(ways, asked.dataset.time, from, until);
            let together = asked.cols.is_some() && matches!(asked.sort, Sort::Measure(_));
            let mut folding = Folding::new(&recipes, together);
            cells::each(conn, statement, |row| {
                if !found.within.iter_mut().all(|only| only.holds(row)) {
                    return Ok(());
                }
                let rows = (&mut found.rows, at[0]);
                take(&mut folding, row, rows, (found.cols.as_mut(), at[1]));
                Ok(())
            })?;
            let nothing = || asked.measures.iter().map(|_| (Figure::default(), None)).collect();
            for (place, figures) in folding.finish() {
                let group: &mut Vec<Told> = found.groups.entry(place).or_insert_with(nothing);
                for ((measure, listed), figure) in told.iter().zip(figures) {
                    let told = &mut group[*measure];
                    if *listed || previous {
                        told.1 = Some(figure);
                    } else {
                        told.0 = figure;
                    }
                }
            }
        }
        Ok(())
    }

    fn recipe(
        &self,
        statement: &mut Statement,
        ways: &Ways,
        measure: &Measure,
        numbers: &[&'static str],
    ) -> Recipe {
        let mut all = |shape, expressions: &[&'static str]| {
            expressions.iter().map(|one| statement.select(ways, shape, one)).collect()
        };
        Recipe {
            measure: *measure,
            numbers: all(Shape::Number, numbers),
            settings: measure.settings.iter().map(|one| self.settings.whole(one) as f64).collect(),
            texts: all(Shape::Text, measure.texts),
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

/// The groups as they are told.
fn in_order(asked: &Asked, mut found: Found, as_of: Timestamp) -> ExplorerAnswer {
    let row_ranks = found.rows.ranks();
    let col_ranks = found.cols.as_ref().map(Members::ranks);
    let mut rows: Vec<u32> = found.groups.keys().map(|place| place.row).collect();
    rows.sort_unstable();
    rows.dedup();
    let value = |row: u32, measure: usize| {
        found.groups.get(&Place { row, col: None }).and_then(|told| told[measure].0.value)
    };
    // What has no value is last, whichever way the others go; so is what is not stated.
    let directed = |order: Ordering| if asked.descending { order.reverse() } else { order };
    let by_rank = |one: &u32, other: &u32| {
        let (a, b) = (row_ranks[*one as usize], row_ranks[*other as usize]);
        match (*one, *other) {
            (super::members::NONE, _) | (_, super::members::NONE) => a.cmp(&b),
            _ if asked.sort == Sort::Row => directed(a.cmp(&b)),
            _ => a.cmp(&b),
        }
    };
    rows.sort_by(|one, other| match asked.sort {
        Sort::Row => by_rank(one, other),
        Sort::Measure(measure) => match (value(*one, measure), value(*other, measure)) {
            (Some(a), Some(b)) => directed(a.total_cmp(&b)).then_with(|| by_rank(one, other)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => by_rank(one, other),
        },
    });
    let total = rows.len() as u64;
    rows.drain(..asked.skip.min(rows.len()));
    rows.truncate(asked.limit);
    let places: HashMap<u32, usize> = rows.iter().copied().zip(0..).collect();
    // Beside the figures of columns there may be those of all columns together, to sort by.
    found.groups.retain(|place, _| {
        place.col.is_some() == asked.cols.is_some() && places.contains_key(&place.row)
    });
    let mut groups: Vec<(Place, Vec<Told>)> = found.groups.into_iter().collect();
    groups.sort_by_key(|(place, _)| {
        let col = place.col.zip(col_ranks.as_ref()).map(|(col, ranks)| ranks[col as usize]);
        (places[&place.row], col)
    });
    let cols = found.cols.as_ref().zip(col_ranks.as_ref()).map(|(members, ranks)| {
        let mut cols: Vec<u32> = groups.iter().filter_map(|(place, _)| place.col).collect();
        cols.sort_unstable_by_key(|col| ranks[*col as usize]);
        cols.dedup();
        cols.into_iter().map(|col| members.told(col)).collect()
    });
    let told = |(place, told): (Place, Vec<Told>)| {
        let row = found.rows.told(place.row);
        let col = place.col.zip(found.cols.as_ref()).map(|(col, cols)| cols.told(col));
        let figures = told.into_iter().zip(&asked.measures);
        let values = figures.map(|((figure, compared), measure)| {
            let nothing = match asked.compare {
                Some(Compare::Previous) => Some(Figure::default()),
                Some(Compare::Listed) if !measure.listed.is_empty() => Some(Figure::default()),
                _ => None,
            };
            let compare =
                compared.or(nothing).map(|Figure { value, n }| ExplorerCompared { value, n });
            (measure.name, ExplorerFigure { value: figure.value, n: figure.n, compare })
        });
        ExplorerRow { row, col, values: ExplorerValues(values.collect()) }
    };
    let rows = groups.into_iter().map(told).collect();
    ExplorerAnswer { rows, cols, total, as_of }
}
