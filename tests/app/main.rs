//! Tests of the whole product through its HTTP operations, on the database of the run.

#![expect(clippy::unwrap_used, reason = "an unwrap of a missing value is a failed assertion")]

#[path = "../../src/main.rs"]
#[expect(dead_code, reason = "the tests use the product, and not its start")]
mod product;

mod administrators;
mod all_that_match;
mod assessing;
mod assessments;
mod audit;
mod backups;
mod breakdowns;
mod broker;
mod bulk;
mod bulk_rows;
mod bulk_verbs;
mod change_sets;
mod change_sets_at_random;
mod changes;
mod column_loads;
mod command_line;
mod comments;
mod companies;
mod compression;
mod concurrent_imports;
mod confirmations;
mod conformance;
mod consensus;
mod counts;
mod demo;
mod estimations;
mod estimator_projects;
mod events;
mod explore;
mod exports;
mod exposure;
mod figure_runs;
mod files;
mod filters;
mod flags;
mod floors;
mod generated;
mod history;
mod honest_entry;
mod idempotency;
mod images;
mod import_keys;
mod import_mappings;
mod import_reports;
mod imported_rows;
mod imports;
mod inbox;
mod inspections;
mod invite;
mod jobs;
mod join_requests;
mod leaderboard;
mod list_indexes;
mod listed_gap;
mod lists_in_memory;
mod live;
mod log;
mod mail;
mod many_clients;
mod merges;
mod missing_fields;
mod new_module;
mod new_product;
mod new_resource;
mod notes;
mod operations;
mod overload;
mod overview;
mod passwords;
mod past_weeks;
mod policy;
mod policy_access;
mod policy_diff;
mod policy_why;
mod processes;
mod projects;
mod providers;
mod query_plans;
mod reader_document;
mod receiver;
mod reference;
mod referred_filters;
mod reset;
mod retention;
mod role_holders;
mod rotations;
mod round_trip;
mod rules;
mod saved_filters;
mod saved_mappings;
mod saved_views;
mod second_factors;
mod session;
mod sign_in_limits;
mod standing;
mod startup;
mod stored_answers;
mod stored_secrets;
mod subscriptions;
mod together;
mod tokens;
mod trash;
mod undo;
mod unicode_normalization;
mod units;
mod unsafe_code;
mod upgrades;
mod user_attributes;
mod users;
mod view_as;
mod viewers;
mod webhooks;
mod word_searches;
mod workbooks;

use std::task::Poll;

use percent_encoding::{NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

pub(crate) use product::PRODUCT;

/// Waits until this is so, while other work of the test goes on.
pub(crate) async fn until(is_so: impl Fn() -> bool) {
    std::future::poll_fn(|context| {
        if is_so() {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Encodes a value of a query.
pub(crate) fn encoded(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, NON_ALPHANUMERIC)
}
