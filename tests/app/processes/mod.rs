//! The product as real processes. They are killed, terminated, backed up, run twice on one
//! database, and disconnected from it, always while clients write.
//!
//! `process` starts and ends processes, `client` sends requests over persistent connections, and
//! `load` runs clients that write and record their answers, `nodes` two processes on one database.

mod backup;
mod client;
mod clock;
mod disk;
mod import_killed;
mod killed;
mod load;
mod mail;
mod nodes;
mod object_store;
mod outage;
mod process;
mod slow;
mod terminated;
mod two_nodes;
