//! Chance that comes out the same every time, on every machine.

/// FNV-1a over all bytes, then mixed so that the low bits depend on all of them. Written out because
/// it must never change: the standard hasher may.
pub fn draw(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().copied().flatten();
    let fnv = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let mixed = (fnv ^ (fnv >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 33)
}
