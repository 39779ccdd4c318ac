//! Aggregates facts into values of measures, identically for both databases: facts are added one by
//! one, and each group stores what its measures need of them.

use std::collections::hash_map::Entry;

use super::accumulators::{Accumulator, Given, MeasureValue};
use super::declare::{Aggregate, Measure};
use super::groups::{ByGroup, GroupKey};
use super::members::{Members, NONE};
use super::scan::Fact;

/// Without a dimension everything is one row.
const ALL: [u32; 1] = [NONE];

/// Where in a row the inputs of a measure are.
#[derive(Clone)]
pub(super) struct Recipe {
    pub(super) measure: Measure,
    pub(super) numbers: Vec<usize>,
    /// The values of the measure's settings, which follow the numbers.
    pub(super) settings: Vec<f64>,
    pub(super) texts: Vec<usize>,
    /// The numbers of the measure that this one is compared with. Only facts that have a value of
    /// that measure count here.
    pub(super) compared_with: Vec<usize>,
}

/// Groups while facts are being added.
pub(super) struct Aggregation<'a> {
    recipes: &'a [Recipe],
    /// For each recipe the first one that stores the same facts, whose accumulator serves both.
    shared: Vec<usize>,
    /// Whether each row also has a group of all its columns together.
    together: bool,
    /// The index of the first accumulator of each row with all columns together, by the number of the row.
    rows: Vec<Option<usize>>,
    /// The index of the first accumulator of each row and column.
    cells: ByGroup<usize>,
    /// The groups in the order in which they were added.
    places: Vec<GroupKey>,
    /// As many consecutive accumulators for each group as there are recipes.
    accumulators: Vec<Accumulator>,
    /// Buffers for the fact that is being added: its groups, and what is read of it.
    groups: Vec<usize>,
    numbers: Vec<f64>,
    known: Vec<u32>,
}

impl<'a> Aggregation<'a> {
    pub(super) fn new(recipes: &'a [Recipe], together: bool) -> Self {
        Self {
            recipes,
            shared: (0..recipes.len()).map(|at| first_like(recipes, at)).collect(),
            together,
            rows: Vec::new(),
            cells: ByGroup::default(),
            places: Vec::new(),
            accumulators: Vec::new(),
            groups: Vec::new(),
            numbers: Vec::new(),
            known: Vec::new(),
        }
    }

    /// Adds a fact to the groups of each of these rows and columns.
    pub(super) fn add(&mut self, fact: &impl Fact, rows: &[u32], cols: Option<&[u32]>) {
        self.groups.clear();
        for row in rows {
            for col in cols.unwrap_or_default() {
                let group = self.group(GroupKey { row: *row, col: Some(*col) });
                self.groups.push(group);
            }
            if cols.is_none() || self.together {
                let group = self.group(GroupKey { row: *row, col: None });
                self.groups.push(group);
            }
        }
        for index in 0..self.recipes.len() {
            if self.shared[index] != index {
                continue;
            }
            let given = self.given(index, fact);
            for at in 0..self.groups.len() {
                let group = self.groups[at] + index;
                self.accumulators[group].add(&given, &self.numbers, &self.known);
            }
        }
    }

    fn given(&mut self, index: usize, fact: &impl Fact) -> Given {
        let recipe = &self.recipes[index];
        self.numbers.clear();
        self.numbers.extend(recipe.numbers.iter().map(|at| fact.number(*at)));
        self.numbers.extend_from_slice(&recipe.settings);
        self.known.clear();
        self.known.extend(recipe.texts.iter().map(|at| fact.code(*at)));
        if !recipe.compared_with.is_empty() {
            let numbers = recipe.compared_with.iter().map(|at| fact.number(*at));
            let numbers: Vec<f64> = numbers.chain(recipe.settings.iter().copied()).collect();
            if let Given::Nothing = recipe.measure.aggregate.given(&numbers, &self.known) {
                return Given::Nothing;
            }
        }
        recipe.measure.aggregate.given(&self.numbers, &self.known)
    }

    /// Returns the index of the group's first accumulator, and adds the group when it is new.
    fn group(&mut self, place: GroupKey) -> usize {
        let next = self.accumulators.len();
        match place.col {
            None => {
                let row = place.row as usize;
                if self.rows.len() <= row {
                    self.rows.resize(row + 1, None);
                }
                if let Some(group) = self.rows[row] {
                    return group;
                }
                self.rows[row] = Some(next);
            }
            Some(_) => match self.cells.entry(place) {
                Entry::Occupied(group) => return *group.get(),
                Entry::Vacant(group) => drop(group.insert(next)),
            },
        }
        self.places.push(place);
        self.accumulators.extend(self.recipes.iter().map(|recipe| {
            let width = (recipe.numbers.len() + recipe.settings.len(), recipe.texts.len());
            Accumulator::of(recipe.measure.aggregate, width)
        }));
        next
    }

    /// Calls `each` with every group and its values, in the order of the recipes.
    pub(super) fn finish(mut self, mut each: impl FnMut(GroupKey, &[MeasureValue])) {
        let mut values = Vec::with_capacity(self.recipes.len());
        let mut first = 0;
        for place in self.places {
            values.clear();
            for (recipe, shared) in self.recipes.iter().zip(&self.shared) {
                values.push(self.accumulators[first + shared].value(recipe.measure.aggregate));
            }
            first += self.recipes.len();
            each(place, &values);
        }
    }
}

/// Returns the first recipe that stores all facts of a group with the same values as this one.
fn first_like(recipes: &[Recipe], at: usize) -> usize {
    let whole = |recipe: &Recipe| matches!(recipe.measure.aggregate, Aggregate::Whole(_));
    let this = &recipes[at];
    let like = |other: &Recipe| {
        whole(this)
            && whole(other)
            && (&other.numbers, &other.texts, &other.settings, &other.compared_with)
                == (&this.numbers, &this.texts, &this.settings, &this.compared_with)
    };
    recipes[..at].iter().position(like).unwrap_or(at)
}

/// A dimension with the values found so far, and the position of its value in a fact.
pub(super) type Axis<'a> = Option<(&'a mut Members, usize)>;

/// Finds the groups that a fact is in, and adds the fact to them.
pub(super) fn take(
    aggregation: &mut Aggregation<'_>,
    fact: &impl Fact,
    rows: &mut Axis<'_>,
    cols: &mut Axis<'_>,
) {
    let rows = rows.as_mut().map_or(&ALL[..], |(rows, at)| rows.of(fact, *at));
    let cols = cols.as_mut().map(|(cols, at)| cols.of(fact, *at));
    aggregation.add(fact, rows, cols);
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::collections::HashSet;

    use super::*;
    use crate::engine::columns::NONE as MISSING;

    const ROWS: [[f64; 2]; 6] = [
        [80.0, 1000.0],
        [90.0, 0.0],
        [f64::NAN, 2000.0],
        [60.0, 500.0],
        [70.0, 700.0],
        [70.0, 900.0],
    ];

    /// Returns the values of each group, in the order of the recipes.
    fn values(aggregation: Aggregation<'_>) -> Vec<(GroupKey, Vec<MeasureValue>)> {
        let mut finished: Vec<(GroupKey, Vec<MeasureValue>)> = Vec::new();
        aggregation.finish(|place, values| finished.push((place, values.to_vec())));
        finished
    }

    /// One text, by its code.
    struct Coded(u32);

    impl Fact for Coded {
        fn number(&self, _: usize) -> f64 {
            f64::NAN
        }

        fn code(&self, _: usize) -> u32 {
            self.0
        }

        fn text(&self, _: usize, _: u32) -> Cow<'_, str> {
            Cow::Borrowed("")
        }
    }

    fn recipe(aggregate: Aggregate) -> Recipe {
        let measure = Measure { aggregate, ..Measure::DEFAULT };
        Recipe {
            measure,
            numbers: vec![0, 1],
            settings: vec![70.0],
            texts: vec![],
            compared_with: vec![],
        }
    }

    #[test]
    fn facts_are_aggregated_and_those_without_a_needed_value_are_left_out() {
        let recipes = [
            recipe(Aggregate::Count),
            recipe(Aggregate::median(
                |fact| if fact[1] > 0.0 { fact[0] / fact[1] } else { f64::NAN },
            )),
            recipe(Aggregate::Median { of: |fact| fact[0], then: |median| median * 2.0 }),
            recipe(Aggregate::Ratio { over: |fact| fact[0], under: |fact| fact[1] }),
            // The setting follows the numbers.
            recipe(Aggregate::Share(|fact| fact[0].is_finite().then(|| fact[0] > fact[2]))),
            recipe(Aggregate::Whole(|facts| {
                (Some(facts.each().map(|(fact, _)| fact[1]).sum()), facts.len() as u64)
            })),
        ];
        let mut aggregation = Aggregation::new(&recipes, true);
        for [one, other] in ROWS {
            // In two rows and one column.
            aggregation.add(&[one, other], &[1, 2], Some(&[7]));
        }
        let finished = values(aggregation);
        let places: HashSet<GroupKey> = finished.iter().map(|(place, _)| *place).collect();
        let place = |row, col| GroupKey { row, col };
        let all = [place(1, None), place(2, None), place(1, Some(7)), place(2, Some(7))];
        assert_eq!(places, HashSet::from(all));
        let of = |value, n| MeasureValue { value: Some(value), n };
        for (_, values) in finished {
            assert_eq!(
                values,
                [
                    of(6.0, 6),
                    // 0.08, 0.12, 0.1 and 7/90: between 0.08 and 0.1.
                    of(0.09, 4),
                    of(140.0, 5),
                    of(280.0 / 3100.0, 4),
                    of(2.0 / 5.0, 5),
                    of(5100.0, 6),
                ]
            );
        }
    }

    #[test]
    fn different_texts_are_counted_once_and_no_text_is_none() {
        let measure = Measure { aggregate: Aggregate::Distinct, ..Measure::DEFAULT };
        let recipes = [Recipe {
            measure,
            numbers: vec![],
            settings: vec![],
            texts: vec![0],
            compared_with: vec![],
        }];
        let mut aggregation = Aggregation::new(&recipes, false);
        for code in [0, 1, MISSING, 0] {
            aggregation.add(&Coded(code), &[0], None);
        }
        let expected = MeasureValue { value: Some(2.0), n: 3 };
        assert_eq!(values(aggregation), [(GroupKey { row: 0, col: None }, vec![expected])]);
    }
}
