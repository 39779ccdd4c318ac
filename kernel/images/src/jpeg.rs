//! Detects truncated JPEGs: decoders invent what is missing at the end.

/// Returns whether the end of the picture is within the bytes. It scans marker by marker (ITU T.81,
/// B.1.1), so that the end of a preview inside the metadata is not taken for that of the picture.
pub(crate) fn is_whole(bytes: &[u8]) -> bool {
    let mut at = 2;
    let mut in_scan = false;
    while let Some(&byte) = bytes.get(at) {
        if byte != 0xff {
            at += 1;
            continue;
        }
        let Some(&marker) = bytes.get(at + 1) else { return false };
        match marker {
            0xd9 => return in_scan,
            // A fill byte, a stuffed one, or a marker without a segment.
            0xff => at += 1,
            0x00 | 0x01 | 0xd0..=0xd8 => at += 2,
            _ => {
                let Some(length) = bytes.get(at + 2..at + 4) else { return false };
                let length = usize::from(length[0]) << 8 | usize::from(length[1]);
                in_scan |= marker == 0xda;
                at += 2 + length.max(2);
            }
        }
    }
    false
}
