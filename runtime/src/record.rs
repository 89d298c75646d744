//! What the struct of an object needs beside its decoder: the view of its members and their encoding.

use serde::{
    Serialize, Serializer,
    ser::{Error as _, SerializeMap},
};

use crate::{Instance, Map, ObjectView};

/// The declared members of a struct and the maps that keep the others.
pub trait Record {
    /// Names of the declared members, in the order of the schema.
    const NAMES: &'static [&'static str];

    /// The index of a declared member in [`Record::NAMES`].
    fn index(name: &str) -> Option<usize>;

    /// The value of the declared member `index`, when it is there.
    fn field(&self, index: usize) -> Option<Instance<'_>>;

    /// The map `index` of undeclared members; `None` behind the last one.
    fn others(&self, index: usize) -> Option<&dyn ObjectView>;
}

/// Number of members of a record.
pub fn len<R: Record>(record: &R) -> usize {
    let declared = (0..R::NAMES.len()).filter(|index| record.field(*index).is_some()).count();
    let mut all = declared;
    let mut index = 0;
    while let Some(others) = record.others(index) {
        all += others.len();
        index += 1;
    }
    all
}

/// The member of a record by name.
pub fn member<'a, R: Record>(record: &'a R, name: &str) -> Option<Instance<'a>> {
    if let Some(index) = R::index(name) {
        return record.field(index);
    }
    let mut index = 0;
    while let Some(others) = record.others(index) {
        if let Some(value) = others.member(name) {
            return Some(value);
        }
        index += 1;
    }
    None
}

/// Visits the members of a record: declared ones in the order of the schema, then the others.
pub fn each_member<'a, R: Record>(record: &'a R, visit: &mut dyn FnMut(&'a str, Instance<'a>) -> bool) -> bool {
    for (index, name) in R::NAMES.iter().enumerate() {
        if let Some(value) = record.field(index)
            && !visit(name, value)
        {
            return false;
        }
    }
    let mut index = 0;
    while let Some(others) = record.others(index) {
        if !others.each_member(visit) {
            return false;
        }
        index += 1;
    }
    true
}

/// Writes the members of a record, the declared ones first.
pub struct Encoder<M> {
    map: M,
}

impl<M: SerializeMap> Encoder<M> {
    /// Begins an object.
    ///
    /// # Errors
    /// As the serializer says.
    pub fn new<S: Serializer<SerializeMap = M, Ok = M::Ok, Error = M::Error>>(
        serializer: S,
    ) -> Result<Self, M::Error> {
        serializer.serialize_map(None).map(|map| Self { map })
    }

    /// Writes a member.
    ///
    /// # Errors
    /// As the serializer says.
    #[inline]
    pub fn member<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), M::Error> {
        self.map.serialize_entry(name, value)
    }

    /// Writes a member that may be absent.
    ///
    /// # Errors
    /// As the serializer says.
    #[inline]
    pub fn optional<T: Serialize>(&mut self, name: &'static str, value: Option<&T>) -> Result<(), M::Error> {
        match value {
            Some(value) => self.map.serialize_entry(name, value),
            None => Ok(()),
        }
    }

    /// Writes undeclared members; `elsewhere` tells the names that are declared or stand in another map.
    ///
    /// # Errors
    /// When one of them stands elsewhere (the text would have it twice), or as the serializer says.
    pub fn others<T: Serialize>(
        &mut self,
        members: &Map<T>,
        elsewhere: impl Fn(&str) -> bool,
    ) -> Result<(), M::Error> {
        for (name, value) in members {
            if elsewhere(name) {
                return Err(M::Error::custom(format_args!(
                    "the member {name:?} is declared or stands in two maps, and would be written twice"
                )));
            }
            self.map.serialize_entry(name, value)?;
        }
        Ok(())
    }

    /// Ends the object.
    ///
    /// # Errors
    /// As the serializer says.
    pub fn end(self) -> Result<M::Ok, M::Error> {
        self.map.end()
    }
}

/// Looks at a [`Record`] as an object.
#[macro_export]
macro_rules! record {
    ($type:ident) => {
        impl $crate::ObjectView for $type {
            fn len(&self) -> usize {
                $crate::record::len(self)
            }
            fn member(&self, name: &str) -> ::core::option::Option<$crate::Instance<'_>> {
                $crate::record::member(self, name)
            }
            fn each_member<'a>(&'a self, visit: &mut dyn FnMut(&'a str, $crate::Instance<'a>) -> bool) -> bool {
                $crate::record::each_member(self, visit)
            }
        }
        impl $crate::View for $type {
            fn view(&self) -> $crate::Instance<'_> {
                $crate::Instance::Object(self)
            }
        }
    };
}
