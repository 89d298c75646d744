//! Writing the items of a tuple.

use serde::{
    Serialize, Serializer,
    ser::{Error as _, SerializeSeq},
};

/// Writes items one by one; an absent one ends the array.
pub struct Encoder<Q> {
    seq: Q,
    ended: bool,
}

impl<Q: SerializeSeq> Encoder<Q> {
    /// Begins an array.
    ///
    /// # Errors
    /// As the serializer says.
    pub fn new<S: Serializer<SerializeSeq = Q, Ok = Q::Ok, Error = Q::Error>>(
        serializer: S,
    ) -> Result<Self, Q::Error> {
        serializer.serialize_seq(None).map(|seq| Self { seq, ended: false })
    }

    /// Writes an item.
    ///
    /// # Errors
    /// When an item before it is absent, or as the serializer says.
    pub fn item<T: Serialize>(&mut self, value: &T) -> Result<(), Q::Error> {
        if self.ended {
            return Err(Q::Error::custom("an item stands behind an absent one; a JSON array has no gaps"));
        }
        self.seq.serialize_element(value)
    }

    /// Writes an item that may be absent.
    ///
    /// # Errors
    /// When an item before it is absent, or as the serializer says.
    pub fn optional<T: Serialize>(&mut self, value: Option<&T>) -> Result<(), Q::Error> {
        let Some(value) = value else {
            self.ended = true;
            return Ok(());
        };
        self.item(value)
    }

    /// Ends the array.
    ///
    /// # Errors
    /// As the serializer says.
    pub fn end(self) -> Result<Q::Ok, Q::Error> {
        self.seq.end()
    }
}
