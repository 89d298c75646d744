//! Whether a bundle comes from who may publish it.
//!
//! The signature covers the bytes of the bundle's text, so it is verified before anything in the text is looked at.
//! Verification is cofactorless with `S < L`, and keys of small order are not refused: the same verdicts as Go's
//! `crypto/ed25519`, which signs. `alg` and `key_id` of an envelope say nothing that the key does not, and are ignored.

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use contracts_runtime::{Json, Object};
use ed25519_dalek::{Signature, VerifyingKey};

use super::refresh::RefreshError;
use crate::text::trim;

/// The bytes of a public key, whether or not they are a point of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PublicKey([u8; 32]);

impl PublicKey {
    /// Reads a key in base64.
    pub(crate) fn from_base64(text: &str) -> Option<Self> {
        decode(text)?.try_into().ok().map(Self)
    }

    /// Whether the signature of a text is by this key.
    fn verifies(&self, text: &str, signature: &[u8; 64]) -> bool {
        // `verify`, not `verify_strict`: see the module.
        VerifyingKey::from_bytes(&self.0).is_ok_and(|key| {
            ed25519_dalek::Verifier::verify(&key, text.as_bytes(), &Signature::from_bytes(signature)).is_ok()
        })
    }
}

/// How a bundle was found to be genuine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Provenance {
    /// It is unsigned, and no key is pinned that would demand a signature.
    Unsigned,
    /// It is signed by this key.
    Signed(PublicKey),
}

/// Verifies the envelope of a bundle. Without a pin a signed envelope's own key is trusted; the caller has to pin it at
/// once, whatever else may be wrong with the bundle.
pub(crate) fn verify(bundle: &str, envelope: &Object, pin: Option<PublicKey>) -> Result<Provenance, RefreshError> {
    let signature: Option<[u8; 64]> =
        member(envelope.get("signature"), "sig").and_then(|sig| decode(sig)?.try_into().ok());
    let offered = envelope.get("public_key");
    match (pin, signature) {
        (Some(_), None) => Err(RefreshError::UnsignedRejected),
        (Some(pin), Some(signature)) => signed(pin, bundle, &signature),
        (None, Some(signature)) if matches!(offered, Some(Json::Object(_))) => {
            let key = member(offered, "key").and_then(PublicKey::from_base64).ok_or(RefreshError::Signature)?;
            signed(key, bundle, &signature)
        }
        (None, _) => {
            let absent = |value: Option<&Json>| value.is_none_or(Json::is_null);
            if absent(envelope.get("signature")) && absent(offered) {
                Ok(Provenance::Unsigned)
            } else {
                Err(RefreshError::Signature)
            }
        }
    }
}

fn signed(key: PublicKey, bundle: &str, signature: &[u8; 64]) -> Result<Provenance, RefreshError> {
    if key.verifies(bundle, signature) { Ok(Provenance::Signed(key)) } else { Err(RefreshError::Signature) }
}

/// A text that is a member of an object.
fn member<'a>(value: Option<&'a Json>, name: &str) -> Option<&'a str> {
    value?.as_object()?.get(name)?.as_str()
}

/// Decodes base64 as browsers do ("forgiving-base64" of WHATWG Infra): the standard alphabet, white space anywhere,
/// padding complete or left out, unused bits ignored.
fn decode(text: &str) -> Option<Vec<u8>> {
    const FORGIVING: GeneralPurpose = GeneralPurpose::new(
        &alphabet::STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::RequireNone)
            .with_decode_allow_trailing_bits(true),
    );
    let text: String = trim(text).chars().filter(|character| !character.is_ascii_whitespace()).collect();
    let digits = match text.len() % 4 {
        0 => text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(&text),
        _ => &text,
    };
    FORGIVING.decode(digits).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ed25519_dalek::{Signer, SigningKey};

    const BUNDLE: &str = r#"{"é": 1}"#;

    fn signing_key() -> SigningKey {
        SigningKey::from_bytes(&[0x42; 32])
    }

    fn encode(bytes: &[u8]) -> String {
        base64::engine::general_purpose::STANDARD.encode(bytes)
    }

    fn pin() -> PublicKey {
        PublicKey(signing_key().verifying_key().to_bytes())
    }

    fn sig() -> String {
        encode(&signing_key().sign(BUNDLE.as_bytes()).to_bytes())
    }

    fn key() -> String {
        encode(signing_key().verifying_key().as_bytes())
    }

    fn envelope(text: &str) -> Object {
        let text = text.replace("SIG", &sig()).replace("KEY", &key());
        let Json::Object(envelope) = Json::from_str(&text).unwrap() else { panic!("{text}") };
        envelope
    }

    #[track_caller]
    fn check(pin: Option<PublicKey>, text: &str, expected: Result<Provenance, &str>) {
        let verdict = verify(BUNDLE, &envelope(text), pin).map_err(|error| error.code());
        assert_eq!(verdict, expected, "{text}");
    }

    #[test]
    fn the_key_of_the_shared_vectors() {
        assert_eq!(key(), "IVL40Zt5HSRFMkLhXy6rbLfP+ntqXtMAl5YOBpiB2xI=");
    }

    #[test]
    fn with_a_pin_only_the_pin_counts() {
        let signed = Ok(Provenance::Signed(pin()));
        check(Some(pin()), r#"{"signature": {"sig": "SIG"}}"#, signed);
        check(Some(pin()), r#"{"signature": {"sig": "SIG"}, "public_key": {"key": "AAAA"}}"#, signed);
        check(Some(pin()), r#"{"signature": {"sig": "SIG", "alg": "none"}, "public_key": 7}"#, signed);
        let other = PublicKey(SigningKey::from_bytes(&[1; 32]).verifying_key().to_bytes());
        check(
            Some(other),
            r#"{"signature": {"sig": "SIG"}, "public_key": {"key": "KEY"}}"#,
            Err("signature_invalid"),
        );
        for unsigned in [
            "{}",
            r#"{"signature": null, "public_key": {"key": "KEY"}}"#,
            r#"{"signature": "SIG"}"#,
            r#"{"signature": {"sig": 1}}"#,
            r#"{"signature": {"sig": "AAAA"}}"#,
            r#"{"signature": {"sig": "*SIG"}}"#,
        ] {
            check(Some(pin()), unsigned, Err("unsigned_rejected"));
        }
        // 32 bytes that are no point of the curve verify nothing.
        check(Some(PublicKey([2; 32])), r#"{"signature": {"sig": "SIG"}}"#, Err("signature_invalid"));
    }

    #[test]
    fn without_a_pin_the_envelopes_own_key_counts() {
        check(
            None,
            r#"{"signature": {"sig": "SIG"}, "public_key": {"key": "KEY"}}"#,
            Ok(Provenance::Signed(pin())),
        );
        check(None, "{}", Ok(Provenance::Unsigned));
        check(None, r#"{"signature": null, "public_key": null}"#, Ok(Provenance::Unsigned));
        for partial in [
            r#"{"signature": {"sig": "SIG"}}"#,
            r#"{"signature": {"sig": "SIG"}, "public_key": null}"#,
            r#"{"signature": {"sig": "SIG"}, "public_key": "KEY"}"#,
            r#"{"signature": {"sig": "SIG"}, "public_key": {}}"#,
            r#"{"signature": {"sig": "SIG"}, "public_key": {"key": "AAAA"}}"#,
            r#"{"signature": {"sig": "AAAA"}, "public_key": {"key": "KEY"}}"#,
            r#"{"signature": {}, "public_key": null}"#,
            r#"{"public_key": {"key": "KEY"}}"#,
            r#"{"signature": false}"#,
        ] {
            check(None, partial, Err("signature_invalid"));
        }
    }

    #[test]
    fn the_bytes_are_signed_not_the_value() {
        let envelope = envelope(r#"{"signature": {"sig": "SIG"}}"#);
        assert!(verify(BUNDLE, &envelope, Some(pin())).is_ok());
        assert!(verify(&format!("{BUNDLE} "), &envelope, Some(pin())).is_err());
    }

    #[test]
    fn a_scalar_beyond_the_group_order_is_refused() {
        // S + L signs the same without the check that S < L.
        const ORDER: [u8; 32] = [
            0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
        ];
        let mut signature = signing_key().sign(BUNDLE.as_bytes()).to_bytes();
        let mut carry = 0_u16;
        for (byte, order) in signature[32..].iter_mut().zip(ORDER) {
            carry += u16::from(*byte) + u16::from(order);
            *byte = carry.to_le_bytes()[0];
            carry >>= 8;
        }
        assert!(!pin().verifies(BUNDLE, &signature));
    }

    #[test]
    fn keys_of_small_order_are_not_refused() {
        // The neutral element as key and as R, with S = 0, is a signature of every text.
        let mut neutral = [0; 32];
        neutral[0] = 1;
        let mut signature = [0; 64];
        signature[0] = 1;
        assert!(PublicKey(neutral).verifies(BUNDLE, &signature));
    }

    #[test]
    fn base64_as_browsers_decode_it() {
        for text in ["AQI=", "AQI", " \tAQI=\n", "A Q\nI =", "AQJ="] {
            assert_eq!(decode(text).as_deref(), Some(&[1, 2][..]), "{text:?}");
        }
        for text in ["AQI==", "AQ=", "A", "AQ*I", "A-_I", "=AQI", "AQ=I", "\u{a0}A\u{a0}Q\u{a0}"] {
            assert_eq!(decode(text), None, "{text:?}");
        }
        assert_eq!(decode("").as_deref(), Some(&[][..]));
    }
}
