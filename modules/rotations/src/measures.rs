//! The dimensions of rotations, by which measures can be grouped. The only SQL is expressions over
//! their columns.

use kernel::explore::{Dimension, DimensionKind, Join};

pub(crate) const JOINS: &[Join] =
    &[Join { from: "projects.id", to: "rotation_projects.project_id", many: true }];

pub(crate) const DIMENSIONS: &[Dimension] = &[Dimension {
    name: "rotation",
    label: "Rotation",
    description: "The weekly rotations that a unit's project has been in. A unit counts once for each.",
    key: "rotation_projects.rotation_id",
    kind: DimensionKind::Record { of: "rotations", called: &["rotations.name"], place: None },
}];
