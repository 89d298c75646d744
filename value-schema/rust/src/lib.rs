//! Rust types from the schemas of [`value_schema_core`], as tokens and as text.

mod emit;
mod kinds;
mod plan;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use thiserror::Error;
use value_schema_core::{JsonSchemaNode, ToolSchema};

/// How generated code is written. The default is what a source file wants; macros change all of it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The path of the crate `value-schema`.
    pub crate_path: TokenStream,
    /// The visibility of the items.
    pub visibility: TokenStream,
    /// Documentation of the root type, as attributes; when there is none, it comes from the schema.
    pub documentation: TokenStream,
    /// Other attributes of the root type.
    pub attributes: TokenStream,
    /// Where the name of the root type stands.
    pub span: Span,
    /// Whether types of the prelude are written with their paths, because the names may mean something else where the code
    /// will stand.
    pub full_paths: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            crate_path: quote!(::value_schema),
            visibility: quote!(pub),
            documentation: TokenStream::new(),
            attributes: TokenStream::new(),
            span: Span::call_site(),
            full_paths: false,
        }
    }
}

/// A name that no Rust type can have.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "{name:?} cannot be the name of a Rust type: use letters, digits and `_`, begin with a letter, and take no keyword"
)]
pub struct RustName {
    /// The name.
    pub name: String,
}

/// The types of a schema, the root first: its name is `name`, and each part is called after the way to it.
///
/// # Errors
/// When the name is no identifier.
pub fn rust_items(schema: &JsonSchemaNode, name: &str, settings: &Settings) -> Result<TokenStream, RustName> {
    let root = identifier(name, settings.span)?;
    Ok(emit::emit(schema, &plan::plan(schema, name), &root, settings))
}

/// The types of a schema as the text of a source file, formatted.
///
/// # Errors
/// When the name is no identifier.
///
/// ```
/// use value_schema_core::{JsonValue, assert_supported_json_schema};
///
/// let wire = JsonValue::from_text(r#"{"type": "array", "items": {"type": "string"}}"#)?;
/// let text = value_schema_rust::rust_text(&assert_supported_json_schema(&wire)?, "Tags")?;
/// assert!(text.contains("pub struct Tags(pub Vec<String>);"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rust_text(schema: &JsonSchemaNode, name: &str) -> Result<String, RustName> {
    Ok(text(&rust_items(schema, name, &Settings::default())?))
}

/// The types of the schema of a tool as the text of a source file. A schema that is not in the supported subset is a
/// `JsonValue`.
///
/// # Errors
/// When the name is no identifier.
pub fn rust_text_of_tool(schema: &ToolSchema, name: &str) -> Result<String, RustName> {
    if let Some(schema) = schema.node() {
        return rust_text(schema, name);
    }
    let ident = identifier(name, Span::call_site())?;
    Ok(text(&quote! {
        /// Any JSON: the schema is not in the vocabulary of value-schema.
        pub type #ident = ::value_schema::JsonValue;
    }))
}

fn identifier(name: &str, span: Span) -> Result<Ident, RustName> {
    let refused = || RustName { name: name.to_owned() };
    let mut ident: Ident = syn::parse_str(name).map_err(|_| refused())?;
    // Names of the parts begin with the name, which a raw one cannot be.
    if name.starts_with("r#") || name.trim() != name {
        return Err(refused());
    }
    ident.set_span(span);
    Ok(ident)
}

fn text(items: &TokenStream) -> String {
    match syn::parse2::<syn::File>(items.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        // Not formatted, and complete.
        Err(_) => items.to_string(),
    }
}
