//! The ground floor: what everything else is said with, and what leans on nothing here.
//!
//! `error` is the one error type, `config` what an operator sets, `time` and `id` the values that
//! records are made of, `client_address` where a request comes from, `suggestions` the nearest known
//! word to a mistyped one, `seeded` the random numbers of demo data.

pub(crate) mod client_address;
pub mod config;
pub mod error;
pub(crate) mod host;
pub mod id;
pub(crate) mod rejected_rows;
pub mod seeded;
pub(crate) mod suggestions;
pub mod time;
