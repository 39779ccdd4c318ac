//! Analytics: the overview of this week, beside the explorer of the kernel. This module has no table and declares no measure; it
//! queries what the modules below it declare.

mod overview;

use kernel::prelude::*;

/// The module.
pub const MODULE: Module = Module {
    policy: include_str!("../policy.csv"),
    routes: |api| {
        api.service(overview::routes::analytics_overview);
    },
    ..Module::new("analytics")
};
