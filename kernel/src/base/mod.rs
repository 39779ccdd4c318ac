//! The lowest layer of the kernel: all other folders depend on it, and it depends on none of them.
//!
//! `calendar` is the product's time zone and weeks, `error` is the one error type, `config` the settings of an operator, `time` and `id` the values
//! that records are made of, `digest` SHA-256, `slow_hash` Argon2id, `digits` those of every script,
//! `client_address` the address of the client, `host` the names of this server, `from_request` arguments of
//! handlers, `rejected_rows` the message of a rejected import, `running` how much work is running, `seeded` the random numbers of demo data
//! and tests, `slots` the limits of what is done at the same time, `validators` the `ETag`s that clients send back.

pub(crate) mod calendar;
pub(crate) mod client_address;
pub mod config;
pub(crate) mod digest;
pub(crate) mod digits;
pub mod error;
pub(crate) mod from_request;
pub(crate) mod host;
pub mod id;
pub(crate) mod rejected_rows;
pub(crate) mod running;
pub mod seeded;
pub(crate) mod slots;
pub(crate) mod slow_hash;
pub mod time;
pub(crate) mod validators;
