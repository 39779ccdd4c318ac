//! The kernel's own tables and operations, declared like those of a module.

use std::path::Path;

use crate::auth;
use crate::base::config::Setting;
use crate::base::config::retention::{self, DAY, TOKENS};
use crate::base::error::Result;
use crate::db::KERNEL_TABLES;
use crate::engine::rate_limits;
use crate::http::{
    app, change_sets, changes, counts, explorer, jobs, live, policy, saved, subscriptions, undo,
    viewers,
};
use crate::product::module::SweptRows::{By, Since};
use crate::product::module::{Module, Sweep};
use crate::product::plan::{Plan, Product};
use crate::records::audit::{self, AuditEvents};
use crate::records::change_sets as sets;
use crate::records::idempotency;
use crate::records::jobs::RETENTION_SECONDS;
use crate::records::resource::{full, unchanging};
use crate::records::viewers::UNTIL;
use crate::webhooks::{self, Webhooks};
use crate::{inbox, mail};

/// The kernel's own tables and operations, declared like those of a module.
pub(crate) const KERNEL: Module = Module {
    policy: "p, admin, policy, read\np, admin, users, view-as",
    migrations: KERNEL_TABLES,
    tags: &[
        ("auth", "Signing in and out, and the person who is signed in."),
        ("saved-filters", "Saved filters: one's own, and those that others share."),
        ("saved-views", "Saved views of the explorer: one's own, and those that others share."),
        ("saved-mappings", "Saved mappings of imports: one's own, and those that others share."),
        ("counts", "How many records there are."),
        ("change-sets", "Changes of many records: planned, looked at, applied once, undone."),
        ("changes", "What was changed, by whom, in all resources."),
        ("inbox", "What others, or the product, say to the user who is signed in."),
        ("jobs", "Long work that clients do not wait for."),
        ("live", "Changes as they happen."),
        ("policy", "The policy in force: what roles and users may, and by which lines."),
        ("openapi", "This document."),
    ],
    settings: retention::SETTINGS,
    sweeps: &[
        Sweep { of: "answers", rows: Since("created_at", |_| idempotency::RETENTION_SECONDS) },
        Sweep { of: "attempts", rows: Since("at", |_| rate_limits::WINDOW) },
        Sweep { of: "known_places", rows: Since("seen_at", |_| auth::KNOWN_FOR) },
        Sweep { of: "round_trips", rows: Since("created_at", |_| auth::ROUND_TRIP_SECONDS) },
        Sweep { of: "sign_in_tickets", rows: Since("created_at", |_| auth::TICKET_SECONDS) },
        Sweep { of: "sessions", rows: By(auth::sweep_sessions) },
        Sweep { of: "change_sets", rows: By(sets::sweep) },
        Sweep { of: "password_links", rows: Since("expires_at", |_| 0) },
        Sweep { of: "mails", rows: Since("created_at", |_| mail::RETENTION_SECONDS) },
        Sweep { of: "jobs", rows: Since("created_at", |_| RETENTION_SECONDS) },
        Sweep { of: "viewers", rows: Since("seen_at", |_| UNTIL) },
        Sweep { of: "inbox_entries", rows: By(inbox::sweep) },
        Sweep { of: "integrator_tokens", rows: Since("expires_at", |of| of.whole(&TOKENS) * DAY) },
    ],
    routes: |api| {
        auth::routes(api);
        saved::routes(api);
        subscriptions::routes(api);
        counts::routes(api);
        changes::routes(api);
        live::routes(api);
        viewers::routes(api);
        change_sets::routes(api);
        undo::routes(api);
        inbox::routes(api);
        jobs::routes(api);
        policy::routes(api);
        app::routes(api);
    },
    ..Module::new("kernel")
};

/// What the kernel shows of its own records. It follows the modules, whose records people need more
/// often.
const AUDIT: Module = Module {
    policy: "p, admin, audit, *",
    resources: &[unchanging::<AuditEvents>()],
    sweeps: &[Sweep { of: "audit_events", rows: By(audit::sweep) }],
    ..Module::new("audit")
};

/// Changes that are sent to others.
const WEBHOOKS: Module = Module {
    policy: "p, admin, webhooks, *",
    resources: &[full::<Webhooks>()],
    sweeps: &[Sweep {
        of: "webhook_deliveries",
        rows: Since("ended_at", |_| webhooks::STORED_SECONDS),
    }],
    routes: webhooks::routes,
    ..Module::new("webhooks")
};

/// The explorer of what the product's modules declare.
const EXPLORER: Module = Module {
    policy: "p, admin, analytics, read\np, admin, analytics, export\np, admin, analytics, enter",
    tags: &[("analytics", "Measures, grouped, filtered and compared.")],
    routes: explorer::routes,
    ..Module::new("explorer")
};

/// Assembles the product with the kernel's part, and checks it under the policy in that file, or
/// under its default policy.
pub(crate) async fn plan(product: &Product, policy: Option<&Path>) -> Result<Plan> {
    let explores = product.modules.iter().any(|module| !module.datasets.is_empty());
    let last = if explores { &[EXPLORER, WEBHOOKS, AUDIT][..] } else { &[WEBHOOKS, AUDIT] };
    Plan::of(KERNEL, product, last, policy).await
}

/// Returns all settings that the modules of the product declare, the kernel's first.
pub(crate) fn settings(product: &Product) -> Vec<Setting> {
    let modules = std::iter::once(&KERNEL).chain(product.modules);
    modules.flat_map(|module| module.settings).copied().collect()
}
