//! Numbers of rows, and codes of texts.

/// The number of a row or the code of a text that is missing.
pub(crate) const NONE: u32 = u32::MAX;

pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}

/// Returns for each of so many codes whether it is among some.
pub(crate) fn is_among(codes: &[u32], of: usize) -> Vec<bool> {
    let mut is_among = vec![false; of];
    codes.iter().for_each(|code| is_among[*code as usize] = true);
    is_among
}
