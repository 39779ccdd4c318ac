//! SHA-256.

use aws_lc_rs::digest::{self, SHA256};
use data_encoding::HEXLOWER;

/// Returns the SHA-256 of `bytes` in hexadecimal digits.
pub(crate) fn digest(bytes: impl AsRef<[u8]>) -> String {
    HEXLOWER.encode(digest::digest(&SHA256, bytes.as_ref()).as_ref())
}
