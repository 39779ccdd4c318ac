//! Facts become figures here, alike on both databases: rows come in one by one, each group keeps what
//! its figures need of them.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::column_cache::NONE as MISSING;
use super::declare::{Facts, Fold, Measure};
use super::members::{Members, NONE};
use super::scan::Fact;

/// Without a dimension everything is one row.
const ALL: [u32; 1] = [NONE];

/// A figure, and how many facts it is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figure {
    pub(super) value: Option<f64>,
    pub(super) n: u64,
}

/// Where in a row everything stands that a measure is made of.
#[derive(Clone)]
pub(super) struct Recipe {
    pub(super) measure: Measure,
    pub(super) numbers: Vec<usize>,
    /// The values of its settings, which follow the numbers.
    pub(super) settings: Vec<f64>,
    pub(super) texts: Vec<usize>,
    /// The numbers of the figure that this is compared with: only facts count that have that too.
    pub(super) compared_with: Vec<usize>,
}

/// Which groups a fact counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) row: u32,
    /// `None` for all columns together, and where there are none.
    pub(super) col: Option<u32>,
}

/// Groups on their way.
pub(super) struct Folding<'a> {
    recipes: &'a [Recipe],
    /// For each recipe the first one that keeps the same facts, whose heap serves both.
    shared: Vec<usize>,
    /// Whether rows are wanted with all their columns together, too.
    together: bool,
    /// Where the heaps of rows begin, with all columns together, by the number of the row.
    rows: Vec<Option<usize>>,
    /// The same of rows and columns.
    places: HashMap<(u32, u32), usize>,
    /// For each group as many as there are recipes.
    heaps: Vec<Heap>,
    /// Of the fact that is being added: its groups, and what is read of it.
    groups: Vec<usize>,
    numbers: Vec<f64>,
    known: Vec<u32>,
}

/// What a figure needs of the facts of its group.
enum Heap {
    Count(u64),
    Different(HashSet<u32>, u64),
    Values(Vec<f64>),
    Sums { over: f64, under: f64, n: u64 },
    Share { hits: u64, n: u64 },
    Whole(Facts),
}

/// What a fact adds.
enum Given {
    Nothing,
    One,
    Number(f64),
    Pair(f64, f64),
    Truth(bool),
    Text(u32),
    Whole,
}

impl<'a> Folding<'a> {
    pub(super) fn new(recipes: &'a [Recipe], together: bool) -> Self {
        Self {
            recipes,
            shared: (0..recipes.len()).map(|at| first_like(recipes, at)).collect(),
            together,
            rows: Vec::new(),
            places: HashMap::new(),
            heaps: Vec::new(),
            groups: Vec::new(),
            numbers: Vec::new(),
            known: Vec::new(),
        }
    }

    /// Adds a fact, which is in each of these rows and columns.
    pub(super) fn add(&mut self, fact: &impl Fact, rows: &[u32], cols: Option<&[u32]>) {
        self.groups.clear();
        for row in rows {
            for col in cols.unwrap_or_default() {
                let group = self.group(Place { row: *row, col: Some(*col) });
                self.groups.push(group);
            }
            if cols.is_none() || self.together {
                let group = self.group(Place { row: *row, col: None });
                self.groups.push(group);
            }
        }
        for index in 0..self.recipes.len() {
            if self.shared[index] != index {
                continue;
            }
            let given = self.given(index, fact);
            for at in 0..self.groups.len() {
                self.give(self.groups[at] + index, &given);
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
            if let Given::Nothing = recipe.measure.fold.given(&numbers, &self.known) {
                return Given::Nothing;
            }
        }
        recipe.measure.fold.given(&self.numbers, &self.known)
    }

    fn give(&mut self, heap: usize, given: &Given) {
        match (&mut self.heaps[heap], given) {
            (Heap::Count(count), Given::One) => *count += 1,
            (Heap::Different(texts, n), Given::Text(text)) => {
                texts.insert(*text);
                *n += 1;
            }
            (Heap::Values(values), Given::Number(number)) => values.push(*number),
            (Heap::Sums { over, under, n }, Given::Pair(above, below)) => {
                (*over, *under, *n) = (*over + above, *under + below, *n + 1);
            }
            (Heap::Share { hits, n }, Given::Truth(truth)) => {
                (*hits, *n) = (*hits + u64::from(*truth), *n + 1);
            }
            (Heap::Whole(facts), Given::Whole) => {
                facts.numbers.extend_from_slice(&self.numbers);
                facts.texts.extend_from_slice(&self.known);
                facts.count += 1;
            }
            _ => {}
        }
    }

    /// Where the heaps of this place begin, made when they are not there.
    fn group(&mut self, place: Place) -> usize {
        let next = self.heaps.len();
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
            Some(col) => match self.places.entry((place.row, col)) {
                Entry::Occupied(group) => return *group.get(),
                Entry::Vacant(group) => drop(group.insert(next)),
            },
        }
        self.heaps.extend(self.recipes.iter().map(|recipe| match recipe.measure.fold {
            Fold::Count => Heap::Count(0),
            Fold::Distinct => Heap::Different(HashSet::new(), 0),
            Fold::Median { .. } => Heap::Values(Vec::new()),
            Fold::Ratio { .. } => Heap::Sums { over: 0.0, under: 0.0, n: 0 },
            Fold::Share(_) => Heap::Share { hits: 0, n: 0 },
            Fold::Whole(_) => Heap::Whole(Facts {
                width: (recipe.numbers.len() + recipe.settings.len(), recipe.texts.len()),
                ..Facts::default()
            }),
        }));
        next
    }

    /// Calls `each` with every figure of each group and the place of its recipe.
    pub(super) fn finish(mut self, mut each: impl FnMut(Place, usize, Figure)) {
        let rows = self
            .rows
            .iter()
            .zip(0..)
            .filter_map(|(group, row)| group.map(|group| (Place { row, col: None }, group)));
        let places =
            self.places.iter().map(|(&(row, col), group)| (Place { row, col: Some(col) }, *group));
        let groups: Vec<(Place, usize)> = rows.chain(places).collect();
        for (place, group) in groups {
            for (at, recipe) in self.recipes.iter().enumerate() {
                let heap = &mut self.heaps[group + self.shared[at]];
                each(place, at, heap.figure(recipe));
            }
        }
    }
}

impl Fold {
    fn given(&self, numbers: &[f64], texts: &[u32]) -> Given {
        match self {
            Self::Count => Given::One,
            Self::Distinct => match texts.first() {
                Some(text) if *text != MISSING => Given::Text(*text),
                _ => Given::Nothing,
            },
            Self::Median { of, .. } => match of(numbers) {
                number if number.is_finite() => Given::Number(number),
                _ => Given::Nothing,
            },
            Self::Ratio { over, under } => {
                let (over, under) = (over(numbers), under(numbers));
                let counts = over.is_finite() && under.is_finite() && under > 0.0;
                if counts { Given::Pair(over, under) } else { Given::Nothing }
            }
            Self::Share(is) => is(numbers).map_or(Given::Nothing, Given::Truth),
            Self::Whole(_) => Given::Whole,
        }
    }
}

impl Heap {
    fn figure(&mut self, recipe: &Recipe) -> Figure {
        let (value, n) = match self {
            Self::Count(count) => (Some(*count as f64), *count),
            Self::Different(texts, n) => (Some(texts.len() as f64), *n),
            Self::Values(values) => {
                let middle = median(values);
                let value = match recipe.measure.fold {
                    Fold::Median { then, .. } => middle.map(then),
                    _ => middle,
                };
                (value, values.len() as u64)
            }
            Self::Sums { over, under, n } => (Some(*over / *under), *n),
            Self::Share { hits, n } => (Some(*hits as f64 / *n as f64), *n),
            Self::Whole(facts) => match recipe.measure.fold {
                Fold::Whole(fold) => fold(facts),
                _ => (None, 0),
            },
        };
        Figure { value: value.filter(|value| n > 0 && value.is_finite()), n }
    }
}

/// The value in the middle; of an even number of values the mean of the middle two.
fn median(values: &mut [f64]) -> Option<f64> {
    let half = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    let even = values.len().is_multiple_of(2);
    let (below, middle, _) = values.select_nth_unstable_by(half, f64::total_cmp);
    let middle = *middle;
    if !even {
        return Some(middle);
    }
    let below = below.iter().copied().max_by(f64::total_cmp)?;
    Some(below + (middle - below) / 2.0)
}

/// The first recipe that keeps all facts of a group with the same values as this one.
fn first_like(recipes: &[Recipe], at: usize) -> usize {
    let whole = |recipe: &Recipe| matches!(recipe.measure.fold, Fold::Whole(_));
    let this = &recipes[at];
    let like = |other: &Recipe| {
        whole(this)
            && whole(other)
            && (&other.numbers, &other.texts, &other.settings, &other.compared_with)
                == (&this.numbers, &this.texts, &this.settings, &this.compared_with)
    };
    recipes[..at].iter().position(like).unwrap_or(at)
}

/// A dimension with the values that have been met, and where a fact has its value.
pub(super) type Axis<'a> = Option<(&'a mut Members, usize)>;

/// Which groups a fact is in, and has it added.
pub(super) fn take(
    folding: &mut Folding<'_>,
    fact: &impl Fact,
    rows: &mut Axis<'_>,
    cols: &mut Axis<'_>,
) {
    let rows = rows.as_mut().map_or(&ALL[..], |(rows, at)| rows.of(fact, *at));
    let cols = cols.as_mut().map(|(cols, at)| cols.of(fact, *at));
    folding.add(fact, rows, cols);
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    const ROWS: [[f64; 2]; 6] = [
        [80.0, 1000.0],
        [90.0, 0.0],
        [f64::NAN, 2000.0],
        [60.0, 500.0],
        [70.0, 700.0],
        [70.0, 900.0],
    ];

    /// The figures of each group, in the order of the recipes.
    fn figures(folding: Folding<'_>) -> Vec<(Place, Vec<Figure>)> {
        let mut told: Vec<(Place, Vec<Figure>)> = Vec::new();
        folding.finish(|place, recipe, figure| {
            if recipe == 0 {
                told.push((place, Vec::new()));
            }
            told.last_mut().unwrap().1.push(figure);
        });
        told
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

    fn recipe(fold: Fold) -> Recipe {
        let measure = Measure { fold, ..Measure::DEFAULT };
        Recipe {
            measure,
            numbers: vec![0, 1],
            settings: vec![70.0],
            texts: vec![],
            compared_with: vec![],
        }
    }

    #[test]
    fn facts_become_figures_and_those_that_lack_something_are_left_out() {
        let recipes = [
            recipe(Fold::Count),
            recipe(Fold::median(|fact| if fact[1] > 0.0 { fact[0] / fact[1] } else { f64::NAN })),
            recipe(Fold::Median { of: |fact| fact[0], then: |median| median * 2.0 }),
            recipe(Fold::Ratio { over: |fact| fact[0], under: |fact| fact[1] }),
            // The setting follows the numbers.
            recipe(Fold::Share(|fact| fact[0].is_finite().then(|| fact[0] > fact[2]))),
            recipe(Fold::Whole(|facts| {
                (Some(facts.each().map(|(fact, _)| fact[1]).sum()), facts.len() as u64)
            })),
        ];
        let mut folding = Folding::new(&recipes, true);
        for [one, other] in ROWS {
            // In two rows and one column.
            folding.add(&[one, other], &[1, 2], Some(&[7]));
        }
        let told = figures(folding);
        let places: HashSet<Place> = told.iter().map(|(place, _)| *place).collect();
        let place = |row, col| Place { row, col };
        let all = [place(1, None), place(2, None), place(1, Some(7)), place(2, Some(7))];
        assert_eq!(places, HashSet::from(all));
        let figure = |value, n| Figure { value: Some(value), n };
        for (_, figures) in told {
            assert_eq!(
                figures,
                [
                    figure(6.0, 6),
                    // 0.08, 0.12, 0.1 and 7/90: between 0.08 and 0.1.
                    figure(0.09, 4),
                    figure(140.0, 5),
                    figure(280.0 / 3100.0, 4),
                    figure(2.0 / 5.0, 5),
                    figure(5100.0, 6),
                ]
            );
        }
    }

    #[test]
    fn different_texts_are_counted_once_and_no_text_is_none() {
        let measure = Measure { fold: Fold::Distinct, ..Measure::DEFAULT };
        let recipes = [Recipe {
            measure,
            numbers: vec![],
            settings: vec![],
            texts: vec![0],
            compared_with: vec![],
        }];
        let mut folding = Folding::new(&recipes, false);
        for code in [0, 1, MISSING, 0] {
            folding.add(&Coded(code), &[0], None);
        }
        let figure = Figure { value: Some(2.0), n: 3 };
        assert_eq!(figures(folding), [(Place { row: 0, col: None }, vec![figure])]);
    }

    #[test]
    fn a_median_is_the_middle_or_between_the_middle_two() {
        for (values, expected) in [
            (vec![], None),
            (vec![3.0], Some(3.0)),
            (vec![4.0, 1.0], Some(2.5)),
            (vec![9.0, 1.0, 5.0], Some(5.0)),
            (vec![9.0, 1.0, 5.0, 5.0], Some(5.0)),
            (vec![2.0, 2.0, 2.0, 2.0, 7.0, 8.0], Some(2.0)),
        ] {
            assert_eq!(median(&mut values.clone()), expected, "{values:?}");
        }
    }
}
