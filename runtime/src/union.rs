//! Finding the branch of a union that a value belongs to.

use serde::Deserializer;

use crate::{
    Instance, Json, View, Violation,
    context::Context,
    decode::{checked, decode_json},
    schema::{Schema, Types},
};

/// How the branch of a union is found.
#[derive(Debug)]
pub enum Choice {
    /// The first branch that accepts the value (`anyOf`).
    First(&'static [&'static Schema]),
    /// The only branch that accepts the value (`oneOf`).
    Only(&'static [&'static Schema]),
    /// The branch whose JSON types hold the value; no two share one.
    Kind(&'static [Types]),
    /// The branch that lists the value of this member.
    Tag {
        /// The member.
        name: &'static str,
        /// Values of the member and the branch that each leads to.
        values: &'static [(&'static str, usize)],
    },
}

/// Reads a value and finds the branch that it belongs to.
///
/// # Errors
/// When no branch takes the value, or more than one where only one may.
pub fn decode_branch<'de, D: Deserializer<'de>>(
    deserializer: D,
    context: &mut Context,
    schema: &'static Schema,
    rest: Option<&'static Schema>,
    choice: &Choice,
) -> Result<(usize, Json), D::Error> {
    decode_json(deserializer, context, |value, context| {
        let value = checked(value, context, rest)?;
        match find(choice, value.view(), context)? {
            Some(index) => Ok((index, value)),
            None => Err(context.rejection(schema, value.view())),
        }
    })
}

/// The branch of a value; an error when a limit was reached before it was known.
fn find(choice: &Choice, value: Instance<'_>, context: &Context) -> Result<Option<usize>, Box<Violation>> {
    let found = match choice {
        Choice::First(branches) => {
            for (index, branch) in branches.iter().enumerate() {
                if branch.decide(value, context.mode())? {
                    return Ok(Some(index));
                }
            }
            None
        }
        Choice::Only(branches) => {
            let mut only = None;
            for (index, branch) in branches.iter().enumerate() {
                if branch.decide(value, context.mode())? && only.replace(index).is_some() {
                    return Ok(None);
                }
            }
            only
        }
        Choice::Kind(branches) => branches.iter().position(|types| types.hold(value)),
        Choice::Tag { name, values } => {
            let Instance::Object(members) = value else { return Ok(None) };
            let Some(Instance::String(tag)) = members.member(name) else { return Ok(None) };
            values.iter().find(|(text, _)| *text == tag).map(|(_, index)| *index)
        }
    };
    Ok(found)
}

/// A union: an enum with one variant per branch.
#[macro_export]
macro_rules! union {
    (
        $type:ident, $schema:path, $rest:expr, $choice:expr,
        { $($variant:ident = $index:literal, $branch:path);* $(;)? }
    ) => {
        impl $crate::View for $type {
            fn view(&self) -> $crate::Instance<'_> {
                match self {
                    $(Self::$variant(value) => $crate::View::view(value),)*
                }
            }
        }

        impl $crate::serde::Serialize for $type {
            fn serialize<__S: $crate::serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                match self {
                    $(Self::$variant(value) => $crate::serde::Serialize::serialize(value, serializer),)*
                }
            }
        }

        impl<'de> $crate::decode::Decode<'de> for $type {
            fn decode<__D: $crate::serde::Deserializer<'de>>(
                deserializer: __D,
                context: &mut $crate::context::Context,
                _: &'static $crate::schema::Schema,
            ) -> ::core::result::Result<Self, __D::Error> {
                static CHOICE: $crate::union::Choice = $choice;
                let (branch, value) =
                    $crate::union::decode_branch(deserializer, context, &$schema, $rest, &CHOICE)?;
                match branch {
                    $($index => $crate::document::from_json(value, context, &$branch).map(Self::$variant),)*
                    _ => Err(context.reject(&$schema, $crate::View::view(&value))),
                }
            }
        }
    };
}
