//! The migrations of the kernel's own tables.

use super::Migrations;

/// The migrations of the kernel's own tables, the oldest first.
pub(crate) const KERNEL_TABLES: Migrations = crate::migrations!();
