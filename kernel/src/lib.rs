//! The kernel of Mizan: all that a module may rely on, and nothing about any module.
//!
//! A **module** brings tables, a policy and resources. A **resource** is one kind of record: its
//! types, and a few functions in plain diesel. From these the kernel makes the rest: routes, the
//! OpenAPI document, validation, permissions, filters, history, tables in and out, and what the
//! back-office is drawn from.
//!
//! Its folders stand on floors, and a file imports from its own folder and from lower floors only. From
//! the ground up; the comment at the head of each folder's `mod.rs` lists its files, and
//! `tests/app/floors.rs` checks the imports:
//!
//! | floor | folders |
//! |---|---|
//! | 0 | `base`: errors, identifiers, time, settings, client addresses |
//! | 1 | `db`: connections, the writer, migrations, indexes, on both databases |
//! | 2 | `engine`: lists, schemas, the policy, rate limits, caches, metrics |
//! | 3 | `mail`: what is sent to users, and the server that sends it |
//! | 4 | `records`: resources, the one path of every write, revisions, images |
//! | 5 | `inbox`: what is said to a user |
//! | 6 | `auth`: accounts, sessions, tokens; `explore`: measures and questions; `transfer`: import, export |
//! | 7 | `product`: what a module declares, the document, the checks at start-up |
//! | 8 | `http`: middleware, the standard operations, the server; `backup`: all data in one file; `webhooks`: changes sent to others |
//! | 9 | `cli`: commands, periodic jobs, retention |

#![warn(missing_docs)]

// The attributes of handlers name this crate as modules do.
extern crate self as kernel;

pub mod auth;
mod backup;
mod base;
mod cli;
pub mod db;
mod engine;
pub mod explore;
mod http;
mod inbox;
mod mail;
mod product;
pub mod records;
#[cfg(feature = "testing")]
pub mod testing;
pub mod transfer;
mod webhooks;

pub use auth::demo::DemoPerson;
pub use base::config::{self, Settings, retention};
pub use base::{error, id, seeded, time};
pub use cli::run;
pub use derive::resource;
pub use engine::schema::documented as utoipa;
pub use engine::{list, policy, rate_limits};
pub use handlers::{delete, get, patch, post, put};
pub use http::images::show_of as show_image_of;
pub use product::front_ends as ui;
pub use product::module;
pub use product::plan::Product;
pub use records::Past;
pub use records::arguments::{ListRequest, RecordRequest};
pub use records::body::Valid;
pub use records::change::WriteContext;
pub use records::idempotency::Answer;
pub use records::reader::{NoRecords, Reader, Shown};
pub use records::request::{PublicRequestContext, RequestContext};
pub use records::revisions::ChangedRecord;
pub use records::together::{Shared, Sharing, Waited};
pub use records::{handler, media, resource, revisions, verb};

#[doc(hidden)]
pub use {schemars, serde_json};

/// What most files of a module need. What few of them need, or one by hand, is imported by its path.
pub mod prelude {
    pub use crate::base::error::{Error, Result};
    pub use crate::base::id::Id;
    pub use crate::base::time::Timestamp;
    pub use crate::db::{Conn, TextList};
    pub use crate::engine::schema::MAX_SAFE_INTEGER;
    pub use crate::product::module::Module;
    pub use crate::records::Seed;
    pub use crate::records::actor::Actor;
    pub use crate::records::resource::{Card, Group, Info, ListView, Named, Resource};
}
