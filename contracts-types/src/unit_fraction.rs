//! The fraction of a unit: where in `[0, 1)` a hash of its keys falls.

use sha2::{Digest, Sha256};

/// Where in `[0, 1)` the keys of a unit fall: equal keys always at the same place, different ones evenly spread.
///
/// SHA-256 over each key, preceded by the length of its UTF-8 text in bytes as 8 bytes, big-endian, so that no two
/// lists of keys run together. The first 8 bytes of the digest are a big-endian integer, whose upper 53 bits divided
/// by 2⁵³ are the fraction. Every implementation of the contract gives the same bits.
///
/// ```
/// assert_eq!(contracts_types::policy_unit_fraction(["a"]), 0.23085688533363646);
/// ```
#[allow(clippy::cast_precision_loss, reason = "an integer of 53 bits is exact in f64")]
pub fn policy_unit_fraction<K: AsRef<str>>(keys: impl IntoIterator<Item = K>) -> f64 {
    const BITS: u32 = f64::MANTISSA_DIGITS;
    let mut hash = Sha256::new();
    for key in keys {
        let key = key.as_ref().as_bytes();
        hash.update((key.len() as u64).to_be_bytes());
        hash.update(key);
    }
    let digest = hash.finalize();
    let head = digest.iter().take(8).fold(0_u64, |head, byte| head << 8 | u64::from(*byte));
    (head >> (u64::BITS - BITS)) as f64 / (1_u64 << BITS) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_do_not_run_together() {
        let fraction = policy_unit_fraction(["ab", "c"]);
        for other in [vec!["a", "bc"], vec!["abc"], vec!["ab", "c", ""], vec!["c", "ab"], vec![" ab", "c"]] {
            assert!(fraction.to_bits() != policy_unit_fraction(&other).to_bits(), "{other:?}");
        }
    }

    #[test]
    fn lies_between_zero_and_one() {
        for unit in 0..1000 {
            let fraction = policy_unit_fraction([unit.to_string()]);
            assert!((0.0..1.0).contains(&fraction));
        }
    }
}
