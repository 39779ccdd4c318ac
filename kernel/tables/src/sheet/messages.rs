//! The user-visible messages about a workbook as a whole.

pub(super) const NOT_A_WORKBOOK: &str = "The file is not an XLSX workbook";
pub(super) const DAMAGED: &str =
    "The workbook is damaged and cannot be read; save it again and try once more";
pub(super) const LOCKED: &str =
    "The workbook is locked with a password, or of the old XLS format; save it as XLSX without one";
