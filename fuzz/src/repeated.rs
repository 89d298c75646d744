//! Whether an object of a JSON text has a member twice, which a tree of `serde_json` does not tell.

use std::{collections::HashSet, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};

/// True where a name is repeated in an object of the text.
pub(crate) struct Repeated(pub(crate) bool);

impl<'de> Deserialize<'de> for Repeated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Names)
    }
}

struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = Repeated;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Repeated, E> {
        Ok(Repeated(false))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Repeated, E> {
        Ok(Repeated(false))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Repeated, E> {
        Ok(Repeated(false))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Repeated, E> {
        Ok(Repeated(false))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Repeated, E> {
        Ok(Repeated(false))
    }

    fn visit_str<E>(self, _: &str) -> Result<Repeated, E> {
        Ok(Repeated(false))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Repeated, A::Error> {
        let mut repeated = false;
        while let Some(Repeated(within)) = seq.next_element()? {
            repeated |= within;
        }
        Ok(Repeated(repeated))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Repeated, A::Error> {
        let mut repeated = false;
        let mut names = HashSet::new();
        while let Some((name, Repeated(within))) = map.next_entry::<String, Repeated>()? {
            repeated |= within | !names.insert(name);
        }
        Ok(Repeated(repeated))
    }
}

#[cfg(test)]
mod tests {
    use super::Repeated;

    #[test]
    fn names_are_counted_per_object() {
        let repeated = |text| serde_json::from_str::<Repeated>(text).expect("JSON").0;
        assert!(!repeated(r#"{"a": {"a": [1, -1, 1.5, "x", null, true]}, "b": {"a": 1}}"#));
        assert!(repeated(r#"[{"b": [{"a": 1, "\u0061": 2}]}]"#));
    }
}
