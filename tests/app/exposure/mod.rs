//! Who gets in beside the sign-in: by a password that everybody knows, by another name of the
//! server, by an address that a header claims, by files that others may read.

mod demo;
mod files;
mod host;
mod process;
mod proxies;
mod transport;
