//! What planning a week needs to know of projects: how far each is covered, and when it was last
//! in a rotation. Rotations know no estimates; this module knows both.

mod queries;
pub(crate) mod routes;
