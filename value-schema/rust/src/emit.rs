//! Writes items.
//!
//! What is the same for all items of a kind is a macro of `value_schema_core`.

use contracts_codegen::naming::{documentation, is_in_prelude, quoted};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use value_schema_core::{JsonSchemaNode, JsonValue, SchemaPlaces};

use crate::{
    Settings,
    plan::{Choice, Item, ItemKind, Type, Variant},
};

struct Emitter<'s> {
    settings: &'s Settings,
    full_paths: bool,
    root: &'s Ident,
    /// The text of the schema of the root, and where in it the others stand: the text of a deep schema stands in the
    /// generated code once, not once for each level.
    text: String,
    places: SchemaPlaces,
}

/// `items` are those of `schema`, the root first.
pub(crate) fn emit(schema: &JsonSchemaNode, items: &[Item], root: &Ident, settings: &Settings) -> TokenStream {
    let hidden = items.iter().any(|item| is_in_prelude(&item.name) || item.name == "bool");
    let (text, places) = schema.to_text_with_places();
    let emitter = Emitter { settings, full_paths: settings.full_paths || hidden, root, text, places };
    let items = items.iter().enumerate().map(|(index, item)| {
        if index == 0 { emitter.item(item, root, true) } else { emitter.item(item, &ident(&item.name), false) }
    });
    quote!(#(#items)*)
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

fn docs(schema: &JsonSchemaNode, sentences: &[&str]) -> TokenStream {
    documentation(schema.title(), schema.description(), sentences)
}

/// What a schema says of itself, or the sentence where it says nothing: what is public has documentation.
fn docs_or(schema: &JsonSchemaNode, sentence: &str) -> TokenStream {
    let own = docs(schema, &[]);
    if own.is_empty() { docs(schema, &[sentence]) } else { own }
}

/// A literal of a schema in a sentence.
fn shown(value: &JsonValue) -> String {
    value.as_str().map_or_else(|| value.to_text(), str::to_owned)
}

impl Emitter<'_> {
    fn item(&self, item: &Item, name: &Ident, is_root: bool) -> TokenStream {
        let path = &self.settings.crate_path;
        let visibility = &self.settings.visibility;
        let schema = self.schema_text(&item.schema, is_root);
        // The macros' user documents the root beside its name.
        let head = |own: TokenStream| {
            let Settings { documentation, attributes, .. } = self.settings;
            match (is_root, documentation.is_empty()) {
                (false, _) => own,
                (true, false) => quote!(#documentation #attributes),
                (true, true) => quote!(#own #attributes),
            }
        };
        match &item.kind {
            ItemKind::Struct { fields, extra } => {
                let docs = head(docs_or(&item.schema, "An object with the properties that are declared."));
                let names: Vec<Ident> = fields.iter().map(|field| ident(&field.name)).collect();
                let wires = fields.iter().map(|field| &field.wire);
                let presence =
                    fields.iter().map(|field| ident(if field.required { "required" } else { "optional" }));
                let declared = fields.iter().zip(&names).map(|(field, name)| {
                    let docs = docs_or(&field.schema, &quoted("The property", &field.wire));
                    let ty = self.ty(&field.ty);
                    let ty = if field.required { ty } else { self.option(&ty) };
                    quote!(#docs pub #name: #ty,)
                });
                let extra = extra.as_ref().map(|extra| ident(extra));
                let kept = extra.as_ref().map(|extra| {
                    quote! {
                        /// The members that are not declared. One with the name of a declared member that is there is not
                        /// written.
                        pub #extra: #path::JsonObject,
                    }
                });
                let extra = extra.map(|extra| quote!(, extra #extra));
                quote! {
                    #docs
                    #[derive(Clone, Debug, PartialEq)]
                    #visibility struct #name { #(#declared)* #kept }
                    #path::declared_object!(#name, #schema, { #(#names: #presence #wires),* } #extra);
                }
            }
            ItemKind::Strings(strings) => {
                let docs = head(docs_or(&item.schema, "One of the strings that are declared."));
                let names: Vec<Ident> = strings.iter().map(|variant| ident(&variant.name)).collect();
                let wires = strings.iter().map(|variant| &variant.wire);
                let variant_docs = strings.iter().map(|variant| {
                    let sentence = quoted("The value", &variant.wire);
                    match &variant.schema {
                        Some(schema) => self::docs(schema, &[&sentence]),
                        None => documentation(None, None, &[&sentence]),
                    }
                });
                quote! {
                    #docs
                    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
                    #visibility enum #name { #(#variant_docs #names,)* }
                    #path::declared_strings!(#name, #schema, { #(#names = #wires),* });
                }
            }
            ItemKind::Literals(literals) => {
                let docs = head(docs_or(&item.schema, "One of the values that are declared."));
                let names: Vec<Ident> = literals.iter().map(|(name, _)| ident(name)).collect();
                let variant_docs = literals
                    .iter()
                    .map(|(_, value)| documentation(None, None, &[&quoted("The value", &value.to_text())]));
                let indexes = (0..literals.len()).map(Literal::usize_unsuffixed);
                quote! {
                    #docs
                    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
                    #visibility enum #name { #(#variant_docs #names,)* }
                    #path::declared_literals!(#name, #schema, { #(#indexes => #names),* });
                }
            }
            ItemKind::Constant(value) => {
                let docs = head(docs(&item.schema, &[&quoted("Always", &shown(value))]));
                quote! {
                    #docs
                    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
                    #visibility struct #name;
                    #path::declared_literals!(#name, #schema);
                }
            }
            ItemKind::Union { choice, variants } => {
                let docs = head(docs_or(&item.schema, "Exactly one of the branches that are declared."));
                let (declared, read): (Vec<_>, Vec<_>) =
                    variants.iter().enumerate().map(|(index, variant)| self.variant(index, variant)).unzip();
                let choice = self.choice(choice);
                quote! {
                    #docs
                    #[derive(Clone, Debug, PartialEq)]
                    #visibility enum #name { #(#declared,)* }
                    #path::declared_union!(#name, #schema, #choice, { #(#read),* });
                }
            }
            ItemKind::Newtype(ty) => {
                let docs = head(docs_or(&item.schema, "A value as it is declared."));
                let ty = self.ty(ty);
                quote! {
                    #docs
                    #[derive(Clone, Debug, PartialEq)]
                    #visibility struct #name(pub #ty);
                    #path::declared_newtype!(#name(#ty), #schema);
                }
            }
        }
    }

    /// The text of a schema, as an expression.
    fn schema_text(&self, schema: &JsonSchemaNode, is_root: bool) -> TokenStream {
        if is_root {
            let text = &self.text;
            return quote!(#text);
        }
        let (path, root) = (&self.settings.crate_path, self.root);
        let place = self.places.of(schema);
        let (start, end) = (Literal::usize_unsuffixed(place.start), Literal::usize_unsuffixed(place.end));
        quote!(#path::typed::part(<#root as #path::DeclaredType>::SCHEMA_TEXT, #start, #end))
    }

    /// A variant as it is declared, and as its macro reads it.
    fn variant(&self, index: usize, variant: &Variant) -> (TokenStream, TokenStream) {
        let docs = docs_or(&variant.schema, &format!("A value of branch {}.", index + 1));
        let name = ident(&variant.name);
        let index = Literal::usize_unsuffixed(index);
        if variant.ty == Type::Null {
            return (quote!(#docs #name), quote!(#index => #name));
        }
        let ty = self.ty(&variant.ty);
        (quote!(#docs #name(#ty)), quote!(#index => #name(value)))
    }

    fn choice(&self, choice: &Choice) -> TokenStream {
        let path = &self.settings.crate_path;
        match choice {
            Choice::Kind(kinds) => {
                let kinds = kinds.iter().map(|kinds| quote!(&[#(#kinds),*]));
                quote!(#path::typed::Choice::Kind(&[#(#kinds),*]))
            }
            Choice::Tag(member, tags) => {
                let tags = tags.iter().map(|tags| quote!(&[#(#tags),*]));
                quote!(#path::typed::Choice::Tag(#member, &[#(#tags),*]))
            }
            Choice::Schema => quote!(#path::typed::Choice::Schema),
        }
    }

    fn ty(&self, ty: &Type) -> TokenStream {
        let path = &self.settings.crate_path;
        match ty {
            Type::Any => quote!(#path::JsonValue),
            Type::Null => quote!(()),
            Type::Bool if self.full_paths => quote!(::core::primitive::bool),
            Type::Bool => quote!(bool),
            Type::Integer => quote!(#path::JsonInteger),
            Type::Number => quote!(#path::JsonNumber),
            Type::String if self.full_paths => quote!(::std::string::String),
            Type::String => quote!(String),
            Type::Object => quote!(#path::JsonObject),
            Type::List(item) => {
                let item = self.ty(item);
                if self.full_paths { quote!(::std::vec::Vec<#item>) } else { quote!(Vec<#item>) }
            }
            Type::Nullable(value) => {
                let value = self.ty(value);
                quote!(#path::Nullable<#value>)
            }
            Type::Item(name) => {
                let name = ident(name);
                quote!(#name)
            }
        }
    }

    fn option(&self, ty: &TokenStream) -> TokenStream {
        if self.full_paths { quote!(::core::option::Option<#ty>) } else { quote!(Option<#ty>) }
    }
}

#[cfg(test)]
mod tests {
    use syn::{Attribute, Fields, Item};
    use value_schema_core::{JsonValue, assert_supported_json_schema};

    use crate::{Settings, rust_items};

    /// The kinds of items, and the names of what is public and has no documentation.
    fn kinds_and_undocumented(wire: &str) -> (String, Vec<String>) {
        let schema = assert_supported_json_schema(&JsonValue::from_text(wire).expect("JSON")).expect("supported");
        let items = rust_items(&schema, "Root", &Settings::default()).expect("a name");
        let file: syn::File = syn::parse2(items).expect("items");
        let (mut kinds, mut bare) = (String::new(), Vec::new());
        let mut look = |name: String, attributes: &[Attribute]| {
            if !attributes.iter().any(|attribute| attribute.path().is_ident("doc")) {
                bare.push(name);
            }
        };
        for item in file.items {
            match item {
                Item::Struct(item) => {
                    look(item.ident.to_string(), &item.attrs);
                    kinds.push(match item.fields {
                        Fields::Named(_) => 'S',
                        Fields::Unnamed(_) => 'N',
                        Fields::Unit => 'C',
                    });
                    for field in &item.fields {
                        if let Some(name) = &field.ident {
                            look(format!("{}.{name}", item.ident), &field.attrs);
                        }
                    }
                }
                Item::Enum(item) => {
                    look(item.ident.to_string(), &item.attrs);
                    kinds.push('E');
                    for variant in &item.variants {
                        look(format!("{}::{}", item.ident, variant.ident), &variant.attrs);
                    }
                }
                _ => {}
            }
        }
        (kinds, bare)
    }

    #[test]
    fn everything_public_has_documentation() {
        for (wire, kinds) in [
            (
                r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"title": "", "description": ""}}}"#,
                "S",
            ),
            (r#"{"type": "string", "enum": ["a", "b"]}"#, "E"),
            (r#"{"type": "integer", "enum": [1, 2]}"#, "E"),
            (r#"{"type": "boolean", "const": true}"#, "C"),
            (r#"{"type": "array", "items": {"type": "number"}}"#, "N"),
            (r#"{"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}"#, "E"),
        ] {
            assert_eq!(kinds_and_undocumented(wire), (kinds.to_owned(), Vec::new()), "{wire}");
        }
    }
}
