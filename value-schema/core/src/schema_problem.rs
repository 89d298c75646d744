//! What is wrong with a declaration or with a raw schema.

use std::{fmt, sync::Arc};

use crate::{
    JsonValue, Pointer,
    arena::{Arena, NodeId},
};

/// One thing that is wrong with a declaration or a schema, and where.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SchemaProblem {
    /// Where it is: a pointer into the declaration as it was given.
    pub pointer: Pointer,
    /// What it is.
    pub kind: SchemaProblemKind,
}

impl fmt::Display for SchemaProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "at {}: {}", self.pointer.shortened(), self.kind)
    }
}

impl std::error::Error for SchemaProblem {}

/// What a value is, as messages write it.
pub(crate) fn with_article(value: &JsonValue) -> &'static str {
    match value {
        JsonValue::Null => "null",
        JsonValue::Bool(true) => "true",
        JsonValue::Bool(false) => "false",
        JsonValue::Number(_) => "a number",
        JsonValue::String(_) => "a string",
        JsonValue::Array(_) => "an array",
        JsonValue::Object(_) => "an object",
    }
}

/// Where in a declaration a schema stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Position {
    /// It is the whole declaration.
    Root,
    /// It declares a property.
    Property,
    /// It is the `items` of an array.
    Item,
    /// It is a branch of a `oneOf`.
    Branch,
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Root => "the root",
            Self::Property => "a property",
            Self::Item => "the items of an array",
            Self::Branch => "a branch of oneOf",
        })
    }
}

/// The ways in which a declaration or a schema can be wrong.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaProblemKind {
    /// Something other than an object stands where a schema has to be.
    #[error("a schema is a JSON object, and this is {found}{advice}")]
    NotASchema {
        /// What stands there.
        found: &'static str,
        /// What to write instead, with a leading separator; may be empty.
        advice: &'static str,
    },
    /// A keyword that the vocabulary does not have.
    #[error("{keyword:?} is not in the vocabulary: {advice}")]
    UnsupportedKeyword {
        /// The keyword.
        keyword: String,
        /// What to do instead.
        advice: String,
    },
    /// A keyword of the vocabulary that has no place in this kind of schema.
    #[error("{keyword:?} has no place in {node}; it may have {allowed}")]
    MisplacedKeyword {
        /// The keyword.
        keyword: &'static str,
        /// What kind of schema it stands in.
        node: &'static str,
        /// The keywords that it may have.
        allowed: &'static str,
    },
    /// The value of a keyword is of the wrong JSON type.
    #[error("{keyword:?} has to be {expected}, and this is {found}{advice}")]
    KeywordValue {
        /// The keyword.
        keyword: &'static str,
        /// What it has to be.
        expected: &'static str,
        /// What it is.
        found: &'static str,
        /// What to write instead, with a leading separator; may be empty.
        advice: &'static str,
    },
    /// `type` names no type of the vocabulary.
    #[error("{found:?} is not a type; a type is one of {allowed}{advice}")]
    UnknownType {
        /// What `type` says.
        found: String,
        /// The types that there are.
        allowed: &'static str,
        /// What to write instead, with a leading separator; may be empty.
        advice: &'static str,
    },
    /// A constraint without the `type` that it belongs to.
    #[error(
        "{keyword:?} needs a \"type\" beside it: write {advice}; a schema without \"type\" carries annotations only"
    )]
    MissingType {
        /// The constraint.
        keyword: &'static str,
        /// The types that it goes with.
        advice: &'static str,
    },
    /// `enum` lists nothing.
    #[error("\"enum\" lists no literal, so no value could be valid: list at least one")]
    EmptyEnum,
    /// A literal that is not of the declared type.
    #[error("the literal {literal} is not of the declared type {expected:?}")]
    LiteralType {
        /// The declared type.
        expected: &'static str,
        /// The literal as JSON text, shortened.
        literal: String,
    },
    /// `const` is not among the literals of `enum`.
    #[error(
        "\"const\" has to be one of the literals of \"enum\", and {literal} is not: add it there, or leave \"enum\" out"
    )]
    ConstNotListed {
        /// The constant as JSON text, shortened.
        literal: String,
    },
    /// `oneOf` has fewer than two branches.
    #[error("\"oneOf\" needs at least two branches, and has {found}{}", if *found == 1 { ": write the branch itself instead" } else { "" })]
    TooFewBranches {
        /// How many it has.
        found: usize,
    },
    /// Something stands beside `oneOf` that asserts.
    #[error(
        "{keyword:?} cannot stand beside \"oneOf\": move it into each branch; title, description, default and examples may stay"
    )]
    BesideOneOf {
        /// The keyword.
        keyword: &'static str,
    },
    /// A declaration says `required` where there is no property.
    #[error("\"required\" marks a property, and this is {position}: leave it out")]
    RequiredMisplaced {
        /// What stands there.
        position: Position,
    },
    /// A declaration says `required: false`.
    #[error("\"required\" is written as true or not at all: leave it out for an optional property")]
    RequiredFalse,
    /// A declaration has a `required` array.
    #[error(
        "a declaration has no list of required names: write \"required\": true in each property that has to be there"
    )]
    RequiredList,
    /// A raw schema has a property with `required: true`, as a declaration would.
    #[error(
        "\"required\" has to be an array of property names in a raw schema: name the property in the \"required\" of the object around it"
    )]
    RequiredMark,
    /// `required` names a property that is not declared.
    #[error("\"required\" names {name:?}, which \"properties\" does not declare{}", did_you_mean(close.as_deref()))]
    RequiredUndeclared {
        /// The name.
        name: String,
        /// A declared name like it.
        close: Option<String>,
    },
    /// `required` names a property twice.
    #[error("\"required\" names {name:?} more than once: name it once")]
    RequiredTwice {
        /// The name.
        name: String,
    },
    /// A declared object does not say whether it is open.
    #[error(
        "a declared object has to say whether it may have other members: write \"additionalProperties\": true or false"
    )]
    OpennessMissing,
    /// An object was asked for at the root.
    #[error("the root has to be an object ({{\"type\": \"object\", …}}), and this is {found}")]
    RootNotObject {
        /// What kind of schema stands there.
        found: &'static str,
    },
    /// The builder of an object was given a property twice.
    #[error("the property {name:?} is declared more than once: each name is declared once")]
    PropertyTwice {
        /// The name.
        name: String,
    },
    /// A builder was given a literal or an annotation that JSON cannot hold without loss.
    #[error("{keyword:?} was given a value that JSON cannot hold: {reason}")]
    Lossy {
        /// The keyword.
        keyword: &'static str,
        /// What would be lost.
        reason: String,
    },
}

/// ", did you mean …?" or nothing.
pub(crate) fn did_you_mean(close: Option<&str>) -> String {
    close.map_or_else(String::new, |close| format!("; did you mean {close:?}?"))
}

/// All that is wrong with a declaration or a schema: at least one problem, in the order of the declaration.
///
/// Places are kept in a compact form, so that a schema a million levels deep can have a problem at each level;
/// [`SchemaProblems::iter`] makes the pointers. Its text names the first [`SchemaProblems::SHOWN`] problems and counts the
/// rest.
#[derive(Clone)]
pub struct SchemaProblems(Arc<Problems>);

pub(crate) struct Problems {
    pub(crate) arena: Arena,
    pub(crate) list: Vec<Raised>,
}

/// A problem, with the schema that it stands in and the way from there.
pub(crate) struct Raised {
    pub(crate) node: NodeId,
    pub(crate) below: Vec<Step>,
    pub(crate) kind: SchemaProblemKind,
}

/// One step of a pointer below a schema.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    Name(String),
    Keyword(&'static str),
    Index(usize),
}

impl SchemaProblems {
    /// How many problems the text of the error writes out.
    pub const SHOWN: usize = 20;

    /// `list` is not empty.
    pub(crate) fn new(arena: Arena, list: Vec<Raised>) -> Self {
        debug_assert!(!list.is_empty(), "no problem is no error");
        Self(Arc::new(Problems { arena, list }))
    }

    /// How many problems there are: at least one.
    #[allow(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.0.list.len()
    }

    /// The first problem.
    pub fn first(&self) -> SchemaProblem {
        self.get(&self.0.list[0])
    }

    /// All problems, in the order of the declaration.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = SchemaProblem> {
        self.0.list.iter().map(|raised| self.get(raised))
    }

    fn get(&self, raised: &Raised) -> SchemaProblem {
        let mut pointer = self.0.arena.pointer(0, raised.node);
        for step in &raised.below {
            match step {
                Step::Name(name) => pointer.push_name(name),
                Step::Keyword(keyword) => pointer.push_name(keyword),
                Step::Index(index) => pointer.push_index(*index),
            }
        }
        SchemaProblem { pointer, kind: raised.kind.clone() }
    }
}

impl PartialEq for SchemaProblems {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.iter().eq(other.iter())
    }
}

impl fmt::Display for SchemaProblems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.len();
        if count == 1 {
            return write!(formatter, "{}", self.first());
        }
        write!(formatter, "{count} problems:")?;
        for problem in self.iter().take(Self::SHOWN) {
            write!(formatter, "\n  {problem}")?;
        }
        if count > Self::SHOWN {
            write!(formatter, "\n  and {} more", count - Self::SHOWN)?;
        }
        Ok(())
    }
}

impl fmt::Debug for SchemaProblems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SchemaProblems({self})")
    }
}

impl std::error::Error for SchemaProblems {}
