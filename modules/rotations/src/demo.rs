//! Rotations of the demo data: one for this week and one for each of the three weeks before, with
//! ten projects each. No project is in two of them.

use chrono::TimeDelta;
use kernel::prelude::*;
use kernel::time::{today, week_of};
use projects::Projects;

use crate::{RotationInput, Rotations};

/// The name of each rotation, and how many weeks ago it was; this week's is last.
const NAMES: [(&str, i64); 4] =
    [("First look", 3), ("Second look", 2), ("Third look", 1), ("Fourth look", 0)];

pub(crate) fn seed(seed: &mut Seed<'_>) -> Result<()> {
    let all = seed.created::<Projects>().to_vec();
    let monday = week_of(today());
    // The demo data has projects area by area, so that every fourth one gives a rotation across all
    // areas.
    for (first, (name, weeks)) in NAMES.into_iter().enumerate() {
        let project_ids = all.iter().skip(first).step_by(NAMES.len()).take(10).cloned().collect();
        let week_start = Some(monday - TimeDelta::weeks(weeks));
        let name = name.into();
        seed.create::<Rotations>(RotationInput { name, week_start, project_ids })?;
    }
    Ok(())
}
