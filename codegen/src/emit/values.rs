//! Writes newtypes, enums, constants and unions.

use contracts_model::value::Value;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::Emitter;
use crate::{
    docs,
    names::{variant_words, variants},
    shape::{Choice, Item, ItemId, LiteralVariant, StringEnum, Type, Union, Unknown},
    skeleton::Made,
    tables,
};

/// The variants of an enum of strings, by their order.
pub(super) fn variant_names(listed: &StringEnum) -> Vec<String> {
    let wires: Vec<String> = listed.values.iter().map(|value| value.wire.clone()).collect();
    // An enum that fails closed has a variant of ours.
    let reserved: &[&str] = if listed.unknown == Unknown::Refused { &[] } else { &["Unrecognized"] };
    variants(&wires, reserved)
}

impl Emitter<'_> {
    pub(super) fn write_newtype(&mut self, id: ItemId, item: &Item, inner: &Type) -> TokenStream {
        let runtime = self.runtime();
        let name = self.ident(id);
        let docs = self.docs(item, &[]);
        let derives = Self::derives(inner);
        let ty = self.ty(id, inner);
        let schema = self.tables.conjunction(&item.schemas);
        let rest = self.tables.rest(&item.rest);
        let more = match inner {
            Type::String => quote!(#runtime::string_newtype!(#name);),
            Type::Number | Type::Integer(_) | Type::BigInteger => quote!(#runtime::number_newtype!(#name);),
            _ => TokenStream::new(),
        };
        quote! {
            #docs
            #derives
            pub struct #name(#ty);
            #runtime::newtype!(#name(#ty), #schema, #rest);
            #more
        }
    }

    pub(super) fn write_string_enum(
        &mut self,
        id: ItemId,
        item: &Item,
        listed: &StringEnum,
        made: &mut Made,
    ) -> Result<TokenStream, String> {
        let runtime = self.runtime();
        let name = self.ident(id);
        let mut skeleton =
            made.take_enum(&name.to_string()).ok_or_else(|| format!("no skeleton was made for the enum {name}"))?;
        for (variant, value) in skeleton.variants.iter_mut().zip(&listed.values) {
            let docs = if value.docs.title.is_none() && value.docs.description.is_none() {
                docs::attributes(&value.docs, &[&docs::quoted("The value", &value.wire)])
            } else {
                docs::attributes(&value.docs, &[])
            };
            variant.attrs = parse_attributes(&docs)?;
        }
        let names = variant_names(listed);
        let idents: Vec<Ident> = names.iter().map(|name| Ident::new(name, Span::call_site())).collect();
        let wires: Vec<&String> = listed.values.iter().map(|value| &value.wire).collect();
        let schema = self.tables.conjunction(&item.schemas);
        let rest = self.tables.rest(&item.rest);
        let written = match &listed.unknown {
            Unknown::Refused => {
                let docs = self.docs(item, &[]);
                quote! {
                    #docs
                    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
                    #skeleton
                    #runtime::closed_enum!(#name, #schema, #rest, { #(#idents = #wires),* });
                }
            }
            Unknown::Kept(safe) => {
                let unknown: syn::Variant = syn::parse_quote! {
                    /// A text that the schema does not list, kept by tolerant decoding. It never validates.
                    Unrecognized(#runtime::Unrecognized)
                };
                skeleton.variants.push(unknown);
                let position =
                    safe.as_ref().and_then(|safe| listed.values.iter().position(|value| value.wire == *safe));
                let sentence = match position {
                    Some(position) => format!(
                        "Fails closed: to a tolerant reader a text that is not listed acts as `{}`.",
                        idents[position]
                    ),
                    None => {
                        "Fails closed: to a tolerant reader a text that is not listed acts as no value.".to_owned()
                    }
                };
                let docs = self.docs(item, &[&sentence]);
                let safe = position.map(|position| idents[position].clone());
                quote! {
                    #docs
                    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
                    #skeleton
                    #runtime::fail_closed_enum!(#name, #schema, #rest, safe #safe, { #(#idents = #wires),* });
                }
            }
        };
        Ok(written)
    }

    pub(super) fn write_literal_enum(&mut self, id: ItemId, item: &Item, listed: &[LiteralVariant]) -> TokenStream {
        let runtime = self.runtime();
        let name = self.ident(id);
        let docs = self.docs(item, &[]);
        let words: Vec<String> = listed.iter().map(|value| literal_words(&value.value)).collect();
        let idents: Vec<Ident> =
            variants(&words, &[]).iter().map(|name| Ident::new(name, Span::call_site())).collect();
        let variant_docs = listed.iter().map(|value| {
            if value.docs.title.is_none() && value.docs.description.is_none() {
                docs::attributes(&value.docs, &[&docs::quoted("The value", &shown(&value.value))])
            } else {
                docs::attributes(&value.docs, &[])
            }
        });
        let values: Vec<&Value> = listed.iter().map(|value| &value.value).collect();
        let values = self.tables.literals(&name.to_string(), &values);
        let indices = (0..listed.len()).map(Literal::usize_unsuffixed);
        let schema = self.tables.conjunction(&item.schemas);
        let rest = self.tables.rest(&item.rest);
        quote! {
            #docs
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum #name {
                #(#variant_docs #idents,)*
            }
            #runtime::literal_enum!(#name, #schema, #rest, #values, { #(#idents = #indices),* });
        }
    }

    pub(super) fn write_constant(&mut self, id: ItemId, item: &Item, value: &Value) -> TokenStream {
        let runtime = self.runtime();
        let name = self.ident(id);
        let sentence = docs::quoted("Always", &shown(value));
        let docs = self.docs(item, &[&sentence]);
        let values = self.tables.literals(&name.to_string(), &[value]);
        let schema = self.tables.conjunction(&item.schemas);
        let rest = self.tables.rest(&item.rest);
        quote! {
            #docs
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub struct #name;
            #runtime::constant!(#name, #schema, #rest, #values);
        }
    }

    pub(super) fn write_union(&mut self, id: ItemId, item: &Item, union: &Union) -> TokenStream {
        let runtime = self.runtime();
        let name = self.ident(id);
        let docs = self.docs(item, &[]);
        let words: Vec<String> = union.variants.iter().map(|variant| variant_words(&variant.name)).collect();
        let idents: Vec<Ident> =
            variants(&words, &[]).iter().map(|name| Ident::new(name, Span::call_site())).collect();
        let types: Vec<TokenStream> =
            union.variants.iter().map(|variant| self.boxed(id, &variant.ty, variant.boxed)).collect();
        let variant_docs = union.variants.iter().zip(&words).map(|(variant, words)| {
            let docs = docs::attributes(&variant.docs, &[]);
            if docs.is_empty() {
                docs::attributes(&variant.docs, &[&docs::quoted("The branch", words)])
            } else {
                docs
            }
        });
        let choice = self.choice(union);
        let tables: Vec<TokenStream> =
            union.variants.iter().map(|variant| self.tables.conjunction(&variant.schemas)).collect();
        let indices = (0..union.variants.len()).map(Literal::usize_unsuffixed);
        let schema = self.tables.conjunction(&item.schemas);
        let rest = self.tables.rest(&item.rest);
        if union.variants.is_empty() {
            return quote! {
                #docs
                #[derive(Clone, Debug, PartialEq)]
                pub struct #name(#runtime::Never);
                #runtime::newtype!(#name(#runtime::Never), #schema, #rest);
            };
        }
        let conversions = self.conversions(&name, &idents, union, id);
        quote! {
            #docs
            #[derive(Clone, Debug, PartialEq)]
            pub enum #name {
                #(#variant_docs #idents(#types),)*
            }
            #runtime::union!(#name, #schema, #rest, #choice, { #(#idents = #indices, #tables);* });
            #conversions
        }
    }

    /// `From` for every variant whose type no other variant has.
    fn conversions(&self, name: &Ident, idents: &[Ident], union: &Union, id: ItemId) -> TokenStream {
        let unique = |ty: &Type| union.variants.iter().filter(|variant| variant.ty == *ty).count() == 1;
        let impls =
            union.variants.iter().zip(idents).filter(|(variant, _)| unique(&variant.ty)).map(|(variant, ident)| {
                let ty = self.ty(id, &variant.ty);
                let value = if variant.boxed { quote!(Box::new(value)) } else { quote!(value) };
                quote! {
                    impl From<#ty> for #name {
                        fn from(value: #ty) -> Self {
                            Self::#ident(#value)
                        }
                    }
                }
            });
        quote!(#(#impls)*)
    }

    fn choice(&mut self, union: &Union) -> TokenStream {
        let runtime = self.runtime();
        match &union.choice {
            Choice::First | Choice::Only => {
                let branches: Vec<TokenStream> = union
                    .variants
                    .iter()
                    .filter_map(|variant| variant.branch)
                    .map(|branch| self.tables.schema(branch))
                    .collect();
                if matches!(union.choice, Choice::First) {
                    quote!(#runtime::union::Choice::First(&[#(&#branches),*]))
                } else {
                    quote!(#runtime::union::Choice::Only(&[#(&#branches),*]))
                }
            }
            Choice::Kind => {
                let kinds = union.variants.iter().map(|variant| tables::types(variant.types));
                quote!(#runtime::union::Choice::Kind(&[#(#runtime::schema::#kinds),*]))
            }
            Choice::Tag(name) => {
                let values = union.variants.iter().enumerate().flat_map(|(index, variant)| {
                    let index = Literal::usize_unsuffixed(index);
                    variant.tags.iter().map(move |tag| quote!((#tag, #index)))
                });
                quote!(#runtime::union::Choice::Tag { name: #name, values: &[#(#values),*] })
            }
        }
    }
}

fn literal_words(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.as_str().replace('-', "minus ").replace('.', " point "),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "empty array".to_owned(),
        Value::Object(members) if members.is_empty() => "empty object".to_owned(),
        Value::Array(_) => format!("array {}", value.canonical()),
        Value::Object(_) => format!("object {}", value.canonical()),
    }
}

/// A value as a comment shows it.
fn shown(value: &Value) -> String {
    match value {
        Value::Number(number) => number.as_str().to_owned(),
        other => other.canonical(),
    }
}

fn parse_attributes(tokens: &TokenStream) -> Result<Vec<syn::Attribute>, String> {
    use syn::parse::Parser;
    syn::Attribute::parse_outer.parse2(tokens.clone()).map_err(|error| error.to_string())
}
