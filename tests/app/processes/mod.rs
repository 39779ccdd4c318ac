//! The product as real processes: killed, told to end, copied, doubled and cut off from their
//! database, all of it while clients go on.
//!
//! `process` starts and ends processes, `client` speaks with them over connections that it keeps,
//! `load` is clients that write and remember what they were told.

mod backup;
mod client;
mod clock;
mod disk;
mod import_killed;
mod killed;
mod load;
mod outage;
mod process;
mod slow;
mod terminated;
mod two_nodes;
