//! HTTP: the middleware of every request, the standard operations of a resource, the front ends,
//! and the process as a server.

pub(crate) mod api;
pub(crate) mod app;
mod attached;
mod caught_mail;
pub(crate) mod change_sets;
pub(crate) mod changes;
mod connection;
pub(crate) mod counts;
pub(crate) mod explorer;
mod health;
pub(crate) mod images;
pub(crate) mod jobs;
pub(crate) mod live;
mod overload;
pub(crate) mod paths;
pub(crate) mod policy;
pub(crate) mod saved;
mod secrets;
pub(crate) mod serve;
pub(crate) mod subscriptions;
pub(crate) mod ui;
pub(crate) mod undo;
mod verbs;
pub(crate) mod viewers;
