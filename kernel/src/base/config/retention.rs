//! Retention settings: how long rows are stored in tables that would otherwise grow without limit.

use super::of_modules::Setting;

/// A day in seconds.
pub(crate) const DAY: i64 = 24 * 60 * 60;

/// How long superseded versions of records are stored.
pub const HISTORY: Setting = Setting {
    key: "retention.history_days",
    purpose: "how many days a version stays in the history after a later one replaced it, or \
              its record was deleted; 0: without limit",
    default: 0,
    least: 0,
    most: 36_500,
};

/// How long ended sessions are stored.
pub const SESSIONS: Setting = Setting {
    key: "retention.sessions_days",
    purpose: "how many days a session is stored after its end",
    default: 30,
    least: 1,
    most: 3_650,
};

/// How long expired API tokens are stored.
pub const TOKENS: Setting = Setting {
    key: "retention.tokens_days",
    purpose: "how many days an API token is listed after it expired",
    default: 90,
    least: 1,
    most: 3_650,
};

/// How long audit events are stored: by default long enough for an investigation, but not without
/// limit, because they hold names and addresses of people.
pub const AUDIT: Setting = Setting {
    key: "retention.audit_days",
    purpose: "how many days audit events are stored: sign-ins, refusals, exports and the like; 0: \
              without limit",
    default: 365,
    least: 0,
    most: 36_500,
};

/// How long change sets are stored. What they changed stays in the history.
pub const CHANGE_SETS: Setting = Setting {
    key: "retention.change_sets_days",
    purpose: "how many days a change set is stored after it was planned; 0: without limit",
    default: 90,
    least: 0,
    most: 36_500,
};

/// How long entries of inboxes are stored.
pub const INBOX: Setting = Setting {
    key: "retention.inbox_days",
    purpose: "how many days an entry of an inbox is stored; 0: without limit",
    default: 90,
    least: 0,
    most: 36_500,
};

/// The settings of the kernel's own tables.
pub(crate) const SETTINGS: &[Setting] = &[HISTORY, SESSIONS, TOKENS, AUDIT, CHANGE_SETS, INBOX];
