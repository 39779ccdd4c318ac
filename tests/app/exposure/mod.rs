//! Ways around the sign-in: a password that everybody knows, another host name of the server, an
//! address that a header claims, and files that others may read.

mod caught_mail;
mod demo;
mod files;
mod host;
mod process;
mod proxies;
mod settings;
mod transport;
