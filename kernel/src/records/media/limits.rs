//! The limits of an upload.

use crate::base::config::MediaSettings;

/// The limits of an upload, and the messages for uploads that exceed them.
#[derive(Clone)]
pub(crate) struct Limits {
    pub(crate) bytes: usize,
    pub(crate) pixels: u64,
    pub(crate) too_large: String,
    pub(crate) too_many_pixels: String,
}

impl Limits {
    pub(crate) fn of(settings: &MediaSettings) -> Self {
        let MediaSettings { max_mib, max_megapixels, .. } = settings;
        let mib = usize::try_from(*max_mib).unwrap_or(usize::MAX);
        Self {
            bytes: mib.saturating_mul(1024 * 1024),
            pixels: max_megapixels.saturating_mul(1_000_000),
            too_large: format!("An image may have at most {max_mib} MiB"),
            too_many_pixels: format!("An image may have at most {max_megapixels} million pixels"),
        }
    }
}
