//! Builders: declarations that read well in Rust.
//!
//! ```
//! use value_schema_core::{Openness, array, integer, object, one_of, parameters, string};
//!
//! let forecast = parameters()
//!     .required("city", string().title("City").description("As it is written on the map."))
//!     .optional("days", integer().one_of([1, 3, 7]).default(3))
//!     .optional(
//!         "units",
//!         one_of([
//!             object(Openness::Closed).required("system", string().constant("metric")),
//!             object(Openness::Closed).required("temperature", string().one_of(["K", "F"])),
//!         ]),
//!     )
//!     .optional("tags", array(string()));
//! ```
//!
//! A builder never fails: what is wrong with a declaration is told when it is compiled, all at once.

use std::{fmt, marker::PhantomData};

use crate::{
    JsonArray, JsonNumber, JsonObject, JsonValue, ParameterSchemaSpec, ValueSchemaSpec,
    schema_problem::{SchemaProblemKind, Step},
    spec::{Fault, Written},
};

/// Whether an object may have members that are not declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Openness {
    /// It may: `additionalProperties: true`.
    Open,
    /// It may not: `additionalProperties: false`.
    Closed,
}

/// The literals of integer schemas; made from integers of up to 64 bits.
#[derive(Debug, Clone, PartialEq)]
pub struct IntegerLiteral(JsonNumber);

macro_rules! integer_literals {
    ($($integer:ty),*) => {$(
        impl From<$integer> for IntegerLiteral {
            fn from(integer: $integer) -> Self {
                Self(integer.into())
            }
        }
    )*};
}

integer_literals!(u8, u16, u32, u64, i8, i16, i32, i64);

/// A literal that `enum` and `const` can list.
pub trait Literal: sealed::Sealed {
    #[doc(hidden)]
    fn into_json(self) -> JsonValue;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! literals {
    ($($literal:ty: |$this:ident| $json:expr;)*) => {$(
        impl sealed::Sealed for $literal {}
        impl Literal for $literal {
            fn into_json(self) -> JsonValue {
                let $this = self;
                $json
            }
        }
    )*};
}

literals! {
    String: |text| JsonValue::String(text);
    JsonNumber: |number| JsonValue::Number(number);
    IntegerLiteral: |integer| JsonValue::Number(integer.0);
    bool: |truth| JsonValue::Bool(truth);
    (): |_null| JsonValue::Null;
}

/// A declaration that has only annotations left to say: what [`array()`], [`one_of`] and [`json`] give.
#[derive(Clone, PartialEq)]
#[must_use]
pub struct AnySpec(Written);

/// A declaration of a scalar whose literals are `L`.
#[must_use]
pub struct ScalarSpec<L> {
    written: Written,
    literals: PhantomData<fn(L)>,
}

/// A declaration of an object.
#[derive(Clone, PartialEq)]
#[must_use]
pub struct ObjectSpec(Written);

/// A declaration of parameters.
#[derive(Clone, PartialEq)]
#[must_use]
pub struct ParametersSpec(Written);

/// A string.
pub fn string() -> ScalarSpec<String> {
    scalar("string")
}

/// A finite number.
pub fn number() -> ScalarSpec<JsonNumber> {
    scalar("number")
}

/// A number without a fraction.
pub fn integer() -> ScalarSpec<IntegerLiteral> {
    scalar("integer")
}

/// True or false.
pub fn boolean() -> ScalarSpec<bool> {
    scalar("boolean")
}

/// Null.
pub fn null() -> ScalarSpec<()> {
    scalar("null")
}

/// Any JSON.
pub fn json() -> AnySpec {
    AnySpec(typed("json"))
}

/// An array whose items are all of one kind.
pub fn array(items: impl Into<ValueSchemaSpec>) -> AnySpec {
    let mut written = typed("array");
    let items = taken(items, &mut written.faults, &[Step::Keyword("items")]);
    put(&mut written, "items", items);
    AnySpec(written)
}

/// An object, open or closed. Properties are added to it.
pub fn object(openness: Openness) -> ObjectSpec {
    let mut written = typed("object");
    put(&mut written, "additionalProperties", JsonValue::Bool(openness == Openness::Open));
    ObjectSpec(written)
}

/// Exactly one of two or more branches.
pub fn one_of<S: Into<ValueSchemaSpec>>(branches: impl IntoIterator<Item = S>) -> AnySpec {
    let mut written = Written::new(JsonValue::Object(JsonObject::new()));
    let mut list = JsonArray::new();
    for (index, branch) in branches.into_iter().enumerate() {
        list.push(taken(branch, &mut written.faults, &[Step::Index(index), Step::Keyword("oneOf")]));
    }
    put(&mut written, "oneOf", JsonValue::Array(list));
    AnySpec(written)
}

/// A value, or null: a [`one_of`] of both.
pub fn nullable(value: impl Into<ValueSchemaSpec>) -> AnySpec {
    one_of([value.into(), null().into()])
}

/// The parameters of a tool: properties of an object that is open, as JSON Schema objects are.
pub fn parameters() -> ParametersSpec {
    ParametersSpec(Written::new(JsonValue::Object(JsonObject::new())))
}

fn typed(word: &str) -> Written {
    let mut object = JsonObject::new();
    object.insert("type".to_owned(), JsonValue::String(word.to_owned()));
    Written::new(JsonValue::Object(object))
}

fn scalar<L>(word: &str) -> ScalarSpec<L> {
    ScalarSpec { written: typed(word), literals: PhantomData }
}

fn put(written: &mut Written, keyword: &'static str, value: JsonValue) {
    if let JsonValue::Object(object) = &mut written.json {
        object.insert(keyword.to_owned(), value);
    }
}

/// The JSON of a declaration that goes into another one; its faults go into `faults`, `way_up` steps further from the root.
fn taken<const N: usize>(
    inner: impl Into<ValueSchemaSpec>,
    faults: &mut Vec<Fault>,
    way_up: &[Step; N],
) -> JsonValue {
    let written = inner.into().into_written();
    faults.extend(written.faults.into_iter().map(|mut fault| {
        fault.way_up.extend(way_up.iter().cloned());
        fault
    }));
    written.json
}

/// Adds a property to `properties`, which stand at `above` (from the inside) in what is built.
fn declare<const N: usize>(
    properties: &mut JsonObject,
    faults: &mut Vec<Fault>,
    name: String,
    schema: impl Into<ValueSchemaSpec>,
    required: bool,
    above: [Step; N],
) {
    let mut way_up = vec![Step::Name(name.clone())];
    way_up.extend(above);
    let mut below = Vec::new();
    let mut json = taken(schema, &mut below, &[]);
    faults.extend(below.into_iter().map(|mut fault| {
        fault.way_up.extend(way_up.iter().cloned());
        fault
    }));
    if properties.get(&name).is_some() {
        faults.push(Fault { way_up, kind: SchemaProblemKind::PropertyTwice { name } });
        return;
    }
    if required && let JsonValue::Object(object) = &mut json {
        object.insert("required".to_owned(), JsonValue::Bool(true));
    }
    properties.insert(name, json);
}

impl Written {
    /// Keeps a value that JSON can hold, and notes one that it cannot.
    fn keep<V: TryInto<JsonValue, Error: fmt::Display>>(&mut self, keyword: &'static str, value: V) {
        match value.try_into() {
            Ok(value) => put(self, keyword, value),
            Err(reason) => self.note(vec![Step::Keyword(keyword)], keyword, &reason),
        }
    }

    fn note(&mut self, way_up: Vec<Step>, keyword: &'static str, reason: &dyn fmt::Display) {
        self.faults.push(Fault { way_up, kind: SchemaProblemKind::Lossy { keyword, reason: reason.to_string() } });
    }

    fn keep_all<V: TryInto<JsonValue, Error: fmt::Display>>(
        &mut self,
        keyword: &'static str,
        values: impl IntoIterator<Item = V>,
    ) {
        let mut list = JsonArray::new();
        for (index, value) in values.into_iter().enumerate() {
            match value.try_into() {
                Ok(value) => list.push(value),
                Err(reason) => self.note(vec![Step::Index(index), Step::Keyword(keyword)], keyword, &reason),
            }
        }
        put(self, keyword, JsonValue::Array(list));
    }
}

macro_rules! annotations {
    ($(impl[$($generic:ident)?] $builder:ty, $written:tt;)*) => {$(
        impl<$($generic)?> $builder {
            /// The annotation `title`: a short name.
            pub fn title(mut self, title: impl Into<String>) -> Self {
                put(&mut self.$written, "title", JsonValue::String(title.into()));
                self
            }

            /// The annotation `description`: what the value means.
            pub fn description(mut self, description: impl Into<String>) -> Self {
                put(&mut self.$written, "description", JsonValue::String(description.into()));
                self
            }

            /// The annotation `default`: what leaving the value out means. Nothing fills it in.
            pub fn default<V: TryInto<JsonValue, Error: fmt::Display>>(mut self, value: V) -> Self {
                self.$written.keep("default", value);
                self
            }

            /// The annotation `examples`.
            pub fn examples<V: TryInto<JsonValue, Error: fmt::Display>>(
                mut self,
                values: impl IntoIterator<Item = V>,
            ) -> Self {
                self.$written.keep_all("examples", values);
                self
            }
        }

        impl<$($generic)?> From<$builder> for ValueSchemaSpec {
            fn from(builder: $builder) -> Self {
                Self::new(builder.$written)
            }
        }

        impl<$($generic)?> fmt::Debug for $builder {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.$written.json.to_text())
            }
        }
    )*};
}

annotations! {
    impl[] AnySpec, 0;
    impl[] ObjectSpec, 0;
    impl[L] ScalarSpec<L>, written;
}

impl<L> Clone for ScalarSpec<L> {
    fn clone(&self) -> Self {
        Self { written: self.written.clone(), literals: PhantomData }
    }
}

impl<L> PartialEq for ScalarSpec<L> {
    fn eq(&self, other: &Self) -> bool {
        self.written == other.written
    }
}

impl<L: Literal> ScalarSpec<L> {
    /// The value is one of these: the keyword `enum`.
    pub fn one_of<V: TryInto<L, Error: fmt::Display>>(mut self, literals: impl IntoIterator<Item = V>) -> Self {
        let mut list = JsonArray::new();
        for (index, literal) in literals.into_iter().enumerate() {
            match literal.try_into() {
                Ok(literal) => list.push(literal.into_json()),
                Err(reason) => {
                    self.written.note(vec![Step::Index(index), Step::Keyword("enum")], "enum", &reason);
                }
            }
        }
        put(&mut self.written, "enum", JsonValue::Array(list));
        self
    }

    /// The value is this one: the keyword `const`.
    pub fn constant<V: TryInto<L, Error: fmt::Display>>(mut self, literal: V) -> Self {
        match literal.try_into() {
            Ok(literal) => put(&mut self.written, "const", literal.into_json()),
            Err(reason) => self.written.note(vec![Step::Keyword("const")], "const", &reason),
        }
        self
    }
}

impl ObjectSpec {
    /// Declares a property that has to be there.
    pub fn required(self, name: impl Into<String>, schema: impl Into<ValueSchemaSpec>) -> Self {
        self.declare(name.into(), schema, true)
    }

    /// Declares a property that may be left out.
    pub fn optional(self, name: impl Into<String>, schema: impl Into<ValueSchemaSpec>) -> Self {
        self.declare(name.into(), schema, false)
    }

    fn declare(mut self, name: String, schema: impl Into<ValueSchemaSpec>, required: bool) -> Self {
        let Written { json, faults } = &mut self.0;
        if let JsonValue::Object(object) = json {
            if object.get("properties").is_none() {
                object.insert("properties".to_owned(), JsonValue::Object(JsonObject::new()));
            }
            if let Some(JsonValue::Object(properties)) = object.get_mut("properties") {
                declare(properties, faults, name, schema, required, [Step::Keyword("properties")]);
            }
        }
        self
    }
}

impl ParametersSpec {
    /// Declares a parameter that has to be there.
    pub fn required(self, name: impl Into<String>, schema: impl Into<ValueSchemaSpec>) -> Self {
        self.declare(name.into(), schema, true)
    }

    /// Declares a parameter that may be left out.
    pub fn optional(self, name: impl Into<String>, schema: impl Into<ValueSchemaSpec>) -> Self {
        self.declare(name.into(), schema, false)
    }

    fn declare(mut self, name: String, schema: impl Into<ValueSchemaSpec>, required: bool) -> Self {
        let Written { json, faults } = &mut self.0;
        if let JsonValue::Object(properties) = json {
            declare(properties, faults, name, schema, required, []);
        }
        self
    }

    /// Compiles the declaration, as [`parameter_schema_to_json_schema`](crate::parameter_schema_to_json_schema).
    ///
    /// # Errors
    ///
    /// All that is wrong with it.
    pub fn compile(self) -> Result<crate::ObjectJsonSchema, crate::SchemaProblems> {
        crate::parameter_schema_to_json_schema(&self.into())
    }
}

impl From<ParametersSpec> for ParameterSchemaSpec {
    fn from(builder: ParametersSpec) -> Self {
        Self::new(builder.0)
    }
}

impl fmt::Debug for ParametersSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.json.to_text())
    }
}

impl ValueSchemaSpec {
    /// Compiles the declaration, as [`value_schema_to_json_schema`](crate::value_schema_to_json_schema).
    ///
    /// # Errors
    ///
    /// All that is wrong with it.
    pub fn compile(&self) -> Result<crate::JsonSchemaNode, crate::SchemaProblems> {
        crate::value_schema_to_json_schema(self)
    }
}
