//! Developers: who builds projects.

use kernel::prelude::*;

use crate::developer::{Developer, DeveloperInput};
use crate::tables::developers;

kernel::table_resource!(
    pub Developers,
    developers,
    Developer,
    DeveloperInput,
    Info {
        name: "developers",
        singular: "developer",
        label: "Developers",
        description: "Companies that build projects.",
        icon: "hard-hat",
        plain_list: true,
        ..Info::DEFAULT
    },
);
