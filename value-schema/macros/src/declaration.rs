//! Declarations: a name, and what the value has to be.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::{
    Attribute, Token, Visibility,
    parse::{Parse, ParseStream},
};
use value_schema_core::{
    JsonSchemaNode, ParameterSchemaSpec, SchemaProblems, ValueSchemaSpec, parameter_schema_to_json_schema,
    value_schema_to_json_schema,
};
use value_schema_rust::{Settings, rust_items};

use crate::tokens::{self, Read};

/// What a declaration declares.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// A value with any root.
    Value,
    /// The properties of an object.
    Parameters,
}

/// What stands in a macro call.
pub(crate) struct Declarations {
    crate_path: Option<syn::Path>,
    list: Vec<Declaration>,
}

struct Declaration {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    name: Ident,
    value: TokenTree,
}

/// Reads what stands in a macro call.
pub(crate) fn parse(input: TokenStream) -> syn::Result<Declarations> {
    syn::parse2(input)
}

impl Parse for Declarations {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut crate_path = None;
        if input.peek(Token![crate]) && input.peek2(Token![=]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            crate_path = Some(input.call(syn::Path::parse_mod_style)?);
            input.parse::<Token![;]>()?;
        }
        let mut list = Vec::new();
        while !input.is_empty() {
            list.push(input.parse()?);
        }
        if list.is_empty() {
            return Err(input.error("a declaration has to follow: `pub Name = { ... }`"));
        }
        Ok(Self { crate_path, list })
    }
}

impl Parse for Declaration {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let name: Ident = input.parse()?;
        input.parse::<Token![=]>()?;
        let value: TokenTree = input.parse()?;
        if !input.is_empty() && !matches!(&value, TokenTree::Group(_)) {
            return Err(syn::Error::new(value.span(), "a declaration is an object: `{ ... }`"));
        }
        input.parse::<Option<Token![;]>>()?;
        Ok(Self { attributes, visibility, name, value })
    }
}

impl Declarations {
    /// The types, or all that is wrong.
    pub(crate) fn expand(self, form: Form) -> TokenStream {
        let crate_path = self.crate_path.map_or_else(|| quote!(::value_schema), |path| quote!(#path));
        self.list.into_iter().map(|declaration| declaration.expand(form, &crate_path)).collect()
    }
}

impl Declaration {
    fn expand(self, form: Form, crate_path: &TokenStream) -> TokenStream {
        self.items(form, crate_path)
            .unwrap_or_else(|errors| errors.into_iter().map(syn::Error::into_compile_error).collect())
    }

    fn items(self, form: Form, crate_path: &TokenStream) -> Result<TokenStream, Vec<syn::Error>> {
        let whole = self.value.span();
        let Read { value, places, errors } = tokens::read(self.value);
        if !errors.is_empty() {
            return Err(errors);
        }
        let schema = compile(form, value).map_err(|problems| {
            problems
                .iter()
                .map(|problem| syn::Error::new(places.span(&problem, whole), &problem.kind))
                .collect::<Vec<_>>()
        })?;
        let (documentation, attributes): (Vec<_>, Vec<_>) =
            self.attributes.into_iter().partition(|attribute| attribute.path().is_ident("doc"));
        let visibility = &self.visibility;
        let settings = Settings {
            crate_path: crate_path.clone(),
            visibility: quote!(#visibility),
            documentation: quote!(#(#documentation)*),
            attributes: quote!(#(#attributes)*),
            span: self.name.span(),
            full_paths: true,
        };
        rust_items(&schema, &self.name.to_string(), &settings).map_err(|error| vec![told(self.name.span(), &error)])
    }
}

fn told(span: Span, message: &dyn std::fmt::Display) -> syn::Error {
    syn::Error::new(span, message)
}

fn compile(form: Form, value: value_schema_core::JsonValue) -> Result<JsonSchemaNode, SchemaProblems> {
    match form {
        Form::Value => value_schema_to_json_schema(&ValueSchemaSpec::from_json(value)),
        Form::Parameters => {
            parameter_schema_to_json_schema(&ParameterSchemaSpec::from_json(value)).map(JsonSchemaNode::from)
        }
    }
}
