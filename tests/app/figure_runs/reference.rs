//! A reference implementation of runs, written from their description. It computes from plain rows,
//! slowly and without any code of the product.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Double, Integer, Nullable, Text, Timestamp as Time};
use kernel::testing::TestApp;
use kernel::time::Timestamp;

/// An estimate with its unit.
#[derive(Clone, Debug, QueryableByName)]
pub(super) struct Estimate {
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Text)]
    unit_id: String,
    #[diesel(sql_type = Text)]
    agent_id: String,
    #[diesel(sql_type = BigInt)]
    rent: i64,
    #[diesel(sql_type = Nullable<Text>)]
    base_source: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    base_value: Option<i64>,
    #[diesel(sql_type = Time)]
    updated_at: Timestamp,
    #[diesel(sql_type = Text)]
    project_id: String,
    #[diesel(sql_type = Integer)]
    bedrooms: i32,
    #[diesel(sql_type = Double)]
    area: f64,
    #[diesel(sql_type = BigInt)]
    price: i64,
}

impl Estimate {
    fn x(&self) -> f64 {
        (self.rent as f64).ln()
    }
}

/// The weights of an estimator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) items: usize,
    pub(super) bias: f64,
    pub(super) scale: f64,
    pub(super) weight: f64,
}

pub(super) struct Reference {
    pub(super) estimates: Vec<Estimate>,
}

impl Reference {
    pub(super) fn read(app: &TestApp) -> Self {
        let estimates = sql_query(
            "SELECT a.id, a.unit_id, a.agent_id, a.estimated_yearly_rent_in_aed AS rent, \
             a.base_source, a.base_value, a.updated_at, u.project_id, u.bedrooms, \
             u.total_area_in_sq_ft AS area, u.purchase_price_in_aed AS price \
             FROM assessments AS a JOIN units AS u ON u.id = a.unit_id",
        );
        Self { estimates: estimates.load(&mut app.database().connect()).unwrap() }
    }

    fn of_unit(&self, unit: &str) -> Vec<&Estimate> {
        self.estimates.iter().filter(|estimate| estimate.unit_id == unit).collect()
    }

    /// Computes the weights of estimators in two rounds. The first compares estimates with the
    /// median of the others of the unit, the second with their weighted mean where there are at
    /// least three others.
    pub(super) fn known(&self) -> BTreeMap<String, Known> {
        let first =
            self.round(&|others| median(&others.iter().map(|other| other.x()).collect::<Vec<_>>()));
        self.round(&|others| mean(others, &first))
    }

    fn round(&self, reference: &dyn Fn(&[&Estimate]) -> f64) -> BTreeMap<String, Known> {
        let mut e: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for estimate in &self.estimates {
            let mut others = self.of_unit(&estimate.unit_id);
            others.retain(|other| other.agent_id != estimate.agent_id);
            if others.len() >= 3 {
                let own = e.entry(estimate.agent_id.clone()).or_default();
                own.push(estimate.x() - reference(&others));
            }
        }
        let bias = |own: &[f64]| median(own) * own.len() as f64 / (own.len() as f64 + 20.0);
        let mut corrected = Vec::new();
        for own in e.values() {
            corrected.extend(own.iter().map(|e| e - bias(own)));
        }
        let usual = 1.4826 * mad(&corrected);
        let mut known = BTreeMap::new();
        for (agent, own) in &e {
            let n = own.len() as f64;
            let scale = (n * 1.4826 * mad(own) + 20.0 * usual) / (n + 20.0);
            let weight = 1.0 / (scale * scale + 0.05 * 0.05);
            let one = Known { items: own.len(), bias: bias(own), scale, weight };
            known.insert(agent.clone(), one);
        }
        let middle = median(&known.values().map(|one| one.weight).collect::<Vec<_>>());
        for one in known.values_mut() {
            if one.weight > 3.0 * middle {
                one.weight = 3.0 * middle;
            }
        }
        known
    }

    /// Computes the weighted rent of each unit; none for units with fewer than five estimates.
    pub(super) fn weighted(
        &self,
        known: &BTreeMap<String, Known>,
    ) -> BTreeMap<String, Option<f64>> {
        let mut rents = BTreeMap::new();
        for estimate in &self.estimates {
            let all = self.of_unit(&estimate.unit_id);
            let rent = (all.len() >= 5).then(|| mean(&all, known).exp());
            rents.insert(estimate.unit_id.clone(), rent);
        }
        rents
    }

    /// Returns the rent of an estimate, and its distance from the median of its unit in percent.
    pub(super) fn distance(&self, id: &str) -> (i64, f64) {
        let estimate = self.estimates.iter().find(|estimate| estimate.id == id).unwrap();
        let all = self.of_unit(&estimate.unit_id);
        let logs: Vec<f64> = all.iter().map(|one| one.x()).collect();
        (estimate.rent, 100.0 * (estimate.rent as f64 / median(&logs).exp() - 1.0))
    }

    /// Returns the flags, sorted.
    pub(super) fn flags(&self) -> Vec<(String, String)> {
        let mut flags = BTreeSet::new();
        for estimate in &self.estimates {
            let mut flag = |kind: &str| flags.insert((estimate.id.clone(), kind.to_owned()));
            let all = self.of_unit(&estimate.unit_id);
            let logs: Vec<f64> = all.iter().map(|one| one.x()).collect();
            let off = (estimate.x() - median(&logs)).abs();
            if logs.len() >= 3 && off > 1.25_f64.ln() && off > 3.0 * 1.4826 * mad(&logs) {
                flag("outlier");
            }
            let ratio = estimate.rent as f64 / median(&logs).exp();
            let near = |to: f64| (0.8..=1.25).contains(&(ratio / to));
            // The middle of a tenth and a twelfth.
            let between = (0.1_f64 / 12.0).sqrt();
            if near(10.0) || (near(0.1) && ratio > between) {
                flag("digit_slip");
            }
            if near(1.0 / 12.0) && ratio < between {
                flag("monthly");
            }
            let gross = 100.0 * estimate.rent as f64 / estimate.price as f64;
            if estimate.price != 0 && !(2.0..=15.0).contains(&gross) {
                flag("gross_yield");
            }
            let cell = self.estimates.iter().filter(|other| {
                (&other.project_id, other.bedrooms) == (&estimate.project_id, estimate.bedrooms)
            });
            let per_area = |one: &Estimate| one.rent as f64 / one.area;
            let mut values: Vec<f64> = cell.map(per_area).collect();
            values.sort_by(|one, other| one.partial_cmp(other).unwrap());
            let own = per_area(estimate);
            if values.len() >= 100 && (own < at(&values, 0.01) || own > at(&values, 0.99)) {
                flag("rent_per_area");
            }
            let shown = matches!(estimate.base_source.as_deref(), Some("unit" | "previous"));
            if shown && estimate.base_value == Some(estimate.rent) {
                flag("untouched_base");
            }
            let own = self.estimates.iter().filter(|other| other.agent_id == estimate.agent_id);
            let mut own: Vec<_> = own.map(|one| (one.updated_at, &one.id, one.rent)).collect();
            own.sort();
            let equal = |five: &[(Timestamp, &String, i64)]| {
                five.iter().all(|one| one.2 == estimate.rent)
                    && five.iter().any(|one| *one.1 == estimate.id)
            };
            if own.windows(5).any(equal) {
                flag("repeated");
            }
        }
        flags.into_iter().collect()
    }
}

/// Returns the mean of estimates minus the bias of their estimators, weighted by these.
fn mean(estimates: &[&Estimate], known: &BTreeMap<String, Known>) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for estimate in estimates {
        let own = known[&estimate.agent_id];
        sum += own.weight * (estimate.x() - own.bias);
        weights += own.weight;
    }
    sum / weights
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(|one, other| one.partial_cmp(other).unwrap());
    at(&sorted, 0.5)
}

/// Returns the median distance from the median.
fn mad(values: &[f64]) -> f64 {
    let middle = median(values);
    median(&values.iter().map(|value| (value - middle).abs()).collect::<Vec<_>>())
}

/// Returns the quantile of type 7 of sorted values.
fn at(sorted: &[f64], p: f64) -> f64 {
    let place = (sorted.len() - 1) as f64 * p;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    sorted[below] + (place - place.floor()) * (sorted[above] - sorted[below])
}
