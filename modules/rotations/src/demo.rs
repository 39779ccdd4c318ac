//! Rotations of the demo data: this week's and those of the three weeks before, ten projects each,
//! none of them twice.

use chrono::TimeDelta;
use kernel::prelude::*;
use kernel::time::{monday_of, today};
use projects::Projects;

use crate::{RotationFields, RotationInput, Rotations};

/// By the weeks that have passed since; this week's last.
const NAMES: [(&str, i64); 4] =
    [("First look", 3), ("Second look", 2), ("Third look", 1), ("Fourth look", 0)];

pub(crate) fn seed(seed: &mut Seed<'_>) -> Result<()> {
    let all = seed.created::<Projects>().to_vec();
    let monday = monday_of(today());
    // Projects were made area by area: every fourth one makes a rotation of all of them.
    for (first, (name, weeks)) in NAMES.into_iter().enumerate() {
        let project_ids = all.iter().skip(first).step_by(NAMES.len()).take(10).cloned().collect();
        let week_start = Some(monday - TimeDelta::weeks(weeks));
        let fields = RotationFields { name: name.into(), week_start };
        seed.create::<Rotations>(RotationInput { fields, project_ids })?;
    }
    Ok(())
}
