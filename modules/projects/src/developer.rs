//! Developers: who builds projects.

use kernel::prelude::*;
use kernel::resource;

/// A developer.
#[resource(table = developers, resource = Developers, info = INFO, hidden_times)]
pub struct Developer {
    #[field(searched)]
    #[schemars(length(min = 1, max = 200), extend("x-normalize" = ["trim"]))]
    pub name: String,
}

const INFO: Info = Info {
    name: "developers",
    singular: "developer",
    label: "Developers",
    description: "Companies that build projects.",
    icon: "hard-hat",
    plain_list: true,
    ..Info::DEFAULT
};
