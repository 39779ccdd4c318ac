//! The kernel of Mizan: all that a module may rely on, and nothing about any module.
//!
//! A **module** brings tables, a policy and resources. A **resource** is one kind of record: its
//! types, and a few functions in plain diesel. From these the kernel makes the rest: routes, the
//! OpenAPI document, validation, permissions, filters, history, tables in and out, and what the
//! back-office is drawn from.
//!
//! | room | what it is for |
//! |---|---|
//! | `module`, `resource` | what a module says of itself |
//! | `kernel` | the product put together and checked, once, at the start |
//! | `records` | the one way that every change of a record goes |
//! | `changes` | the history of every record, and the latest changes of all |
//! | `call`, `once` | a call that changes something, and one that comes again |
//! | `list` | pages, orders, filters, searches |
//! | `counts` | how many records there are of each resource |
//! | `explore` | figures: what modules declare, what is asked, what is answered |
//! | `saved` | filters and views that people keep under a name |
//! | `schema` | one schema: document, checks, forms |
//! | `openapi` | the document, made from what is declared |
//! | `policy` | who may do what |
//! | `auth` | who is asking: accounts, sessions, tokens |
//! | `remembered` | answers that are kept for a moment |
//! | `limits` | what may be done only so often |
//! | `transfer` | tables in, tables out |
//! | `media` | images of records: uploaded, stored, shown, deleted |
//! | `backup` | everything in one file, and back |
//! | `db` | connections, the writer, migrations, indexes for searches, on both databases |
//! | `app`, `api`, `ui` | HTTP: what every request passes, the standard calls, the front ends |
//! | `precompressed` | content that is compressed once and kept in memory |
//! | `serve`, `connection`, `place`, `host` | the process as a server, how it ends; connections of clients; where a request comes from, and by which name |
//! | `watch` | what operators look at: health, readiness, figures |
//! | `cli`, `config` | what an operator types and sets |
//! | `chores`, `retention` | what a serving process sees to by itself; how long rows are kept |
//! | `chance` | the dice that demo data is made with |
//! | `error`, `id`, `near`, `time` | words that all of these use |

#![warn(missing_docs)]

pub mod auth;
mod backup;
mod base;
mod cli;
pub mod db;
mod engine;
pub mod explore;
mod http;
mod product;
pub mod records;
#[cfg(feature = "testing")]
pub mod testing;
pub mod transfer;

pub use auth::demo::DemoPerson;
pub use base::config::{self, Settings, retention};
pub use base::{error, id, seeded, time};
pub use cli::run;
pub use engine::{list, policy, rate_limits, schema};
pub use http::images::show_of as show_image_of;
pub use product::front_ends as ui;
pub use product::module;
pub use product::plan::Product;
pub use records::Past;
pub use records::body::Valid;
pub use records::idempotency::Answer;
pub use records::request::{PublicRequestContext, RequestContext, WriteContext};
pub use records::{media, resource, revisions, verb};

#[doc(hidden)]
pub use {schemars, utoipa};

/// What a module needs day by day.
pub mod prelude {
    pub use crate::base::error::{Error, Result};
    pub use crate::base::id::Id;
    pub use crate::base::time::Timestamp;
    pub use crate::db::{Conn, Db, TextList};
    pub use crate::engine::list::{Fields, ListQuery, Page};
    pub use crate::product::module::Module;
    pub use crate::records::Seed;
    pub use crate::records::actor::Actor;
    pub use crate::records::resource::{
        Card, Deletable, Group, Info, Named, Reference, Resource, Unique, Writable,
    };
}
