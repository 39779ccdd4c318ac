//! Analytics: questions about the measures of the product. This module has no table and declares no
//! measure; it queries what the modules below it declare.

mod charts;
mod overview;
mod records;
mod routes;

use kernel::prelude::*;

/// The module.
pub const MODULE: Module = Module {
    policy: include_str!("../policy.csv"),
    tags: &[("analytics", "Measures, grouped, filtered and compared.")],
    routes: |api| {
        api.service(routes::analytics_explore);
        api.service(routes::analytics_export);
        api.service(records::analytics_records);
        api.service(records::analytics_records_export);
        api.service(charts::analytics_chart);
        api.service(overview::routes::analytics_overview);
    },
    ..Module::new("analytics")
};
