//! Developers: who builds projects.

use kernel::prelude::*;

use crate::developer::{Developer, DeveloperInput};
use crate::tables::developers;

/// The resource.
pub struct Developers;

kernel::table_resource!(
    Developers,
    developers,
    Developer,
    DeveloperInput,
    Info {
        name: "developers",
        singular: "developer",
        label: "Developers",
        description: "Companies that build projects.",
        table: "developers",
        icon: "hard-hat",
        plain_list: true,
        ..Info::DEFAULT
    },
);
