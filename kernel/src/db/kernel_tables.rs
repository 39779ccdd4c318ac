//! The migrations of the kernel's own tables.

use super::Migrations;

/// The migrations of the kernel's own tables, the oldest first.
pub(crate) const KERNEL_TABLES: Migrations = crate::migrations![
    "20261121000000_fold",
    "20261121000001_accounts",
    "20261121000002_sessions",
    "20261121000003_signing_keys",
    "20261122000000_changes",
    "20261122000001_answers",
    "20261122000002_saved_filters",
    "20261122000003_account_indexes",
    "20261122000004_trigrams",
    "20261122000005_attempts",
    "20261122000006_known_places",
    "20261122000007_identities",
    "20261122000008_integrator_tokens",
    "20261122000020_account_names",
    "20261123000000_imports",
    "20261123000030_fold_composes",
    "20261123000400_ways_in",
    "20261123000500_latest_changes",
    "20261123001300_media",
    "20261124000000_saved_views",
];
