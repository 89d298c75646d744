//! typify's part: the bare structs and string enums.
//!
//! typify gets a flat skeleton: objects whose properties are all required references, each reference replaced by the
//! Rust type that was decided before, and enums of strings. What comes back is taken apart again: the items stay, their
//! attributes and the code around them go. [`Skeletons::take`] holds each item against what was asked for, so that a
//! typify of another version cannot change a type unseen.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
};

use heck::ToUpperCamelCase;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use serde_json::{Map, Value, json};
use typify::{TypeSpace, TypeSpaceSettings};

/// Structs and enums to be made.
///
/// typify changes the case of names (`RootAB` becomes `RootAb`), which could make two of them meet. A name that would not
/// come back as it is goes in under a stand-in, and the item gets its name afterwards.
#[derive(Debug, Default)]
pub(crate) struct Skeletons {
    definitions: Map<String, Value>,
    /// Definition that stands for a Rust type, by the text of the type.
    replacements: BTreeMap<String, String>,
    /// By the name that typify knows: the real name and the fields.
    structs: BTreeMap<String, (String, Vec<(String, String)>)>,
    /// By the name that typify knows: the real name, and the variants that typify knows with their real names.
    enums: BTreeMap<String, (String, Vec<(String, String)>)>,
}

/// A name that typify gives back as it is: the name itself, or a stand-in made from a number.
fn stable(name: &str, number: usize) -> String {
    if name.to_upper_camel_case() == name { name.to_owned() } else { format!("StandIn{number}Name") }
}

/// What typify made, by real name.
#[derive(Debug)]
pub(crate) struct Made {
    structs: BTreeMap<String, syn::ItemStruct>,
    enums: BTreeMap<String, syn::ItemEnum>,
}

impl Skeletons {
    /// Asks for a struct with these fields: name and type. Names are snake case, types any Rust type.
    pub(crate) fn add_struct(&mut self, name: &str, fields: Vec<(String, TokenStream)>) {
        let mut properties = Map::new();
        let mut required = Vec::new();
        let mut kept = Vec::new();
        for (field, ty) in fields {
            let text = ty.to_string();
            let next = self.replacements.len();
            let stand_in = self.replacements.entry(text.clone()).or_insert_with(|| format!("ReplacedType{next}X"));
            properties.insert(field.clone(), json!({ "$ref": format!("#/definitions/{stand_in}") }));
            required.push(Value::from(field.clone()));
            kept.push((field, text));
        }
        let known = stable(name, self.definitions.len());
        self.definitions.insert(
            known.clone(),
            json!({
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": false,
            }),
        );
        self.structs.insert(known, (name.to_owned(), kept));
    }

    /// Asks for an enum with these variants, in upper camel case.
    pub(crate) fn add_enum(&mut self, name: &str, variants: Vec<String>) {
        let known = stable(name, self.definitions.len());
        let variants: Vec<(String, String)> =
            variants.into_iter().enumerate().map(|(index, real)| (stable(&real, index), real)).collect();
        let values: Vec<&String> = variants.iter().map(|(known, _)| known).collect();
        self.definitions.insert(known.clone(), json!({ "type": "string", "enum": values }));
        self.enums.insert(known, (name.to_owned(), variants));
    }

    /// Lets typify make all items.
    ///
    /// # Errors
    /// When typify fails or makes something else than what was asked for; the text says what.
    pub(crate) fn make(self) -> Result<Made, String> {
        if self.definitions.is_empty() {
            return Ok(Made { structs: BTreeMap::new(), enums: BTreeMap::new() });
        }
        let stream = catch_unwind(AssertUnwindSafe(|| self.run()))
            .map_err(|_| "typify panicked on a flat skeleton".to_owned())??;
        let file: syn::File = syn::parse2(stream).map_err(|error| format!("typify's output: {error}"))?;
        let (mut structs, mut enums) = (BTreeMap::new(), BTreeMap::new());
        for item in file.items {
            match item {
                syn::Item::Struct(item) => {
                    structs.insert(item.ident.to_string(), item);
                }
                syn::Item::Enum(item) => {
                    enums.insert(item.ident.to_string(), item);
                }
                _ => {}
            }
        }
        let mut made = Made { structs: BTreeMap::new(), enums: BTreeMap::new() };
        for (known, (name, fields)) in self.structs {
            let mut item = structs.remove(&known).ok_or_else(|| format!("typify made no struct {name}"))?;
            item.ident = Ident::new(&name, Span::call_site());
            hold_struct(&mut item, &fields)?;
            made.structs.insert(name, item);
        }
        for (known, (name, variants)) in self.enums {
            let mut item = enums.remove(&known).ok_or_else(|| format!("typify made no enum {name}"))?;
            item.ident = Ident::new(&name, Span::call_site());
            hold_enum(&mut item, &variants)?;
            made.enums.insert(name, item);
        }
        Ok(made)
    }

    fn run(&self) -> Result<TokenStream, String> {
        let mut definitions = self.definitions.clone();
        let mut settings = TypeSpaceSettings::default();
        for (ty, stand_in) in &self.replacements {
            definitions.insert(stand_in.clone(), json!({ "type": "object", "title": stand_in }));
            settings.with_replacement(stand_in, ty, std::iter::empty());
        }
        let mut space = TypeSpace::new(&settings);
        let root = serde_json::from_value(json!({ "definitions": definitions }))
            .map_err(|error| format!("the skeleton: {error}"))?;
        space.add_root_schema(root).map_err(|error| format!("typify: {error}"))?;
        Ok(space.to_stream())
    }
}

impl Made {
    /// The struct of this name, without attributes, fields in the order in which they were asked for.
    pub(crate) fn take_struct(&mut self, name: &str) -> Option<syn::ItemStruct> {
        self.structs.remove(name)
    }

    /// The enum of this name, without attributes.
    pub(crate) fn take_enum(&mut self, name: &str) -> Option<syn::ItemEnum> {
        self.enums.remove(name)
    }
}

/// The name that a field had in the skeleton: typify notes it where it renamed the field.
fn asked_name(field: &syn::Field) -> Option<String> {
    let ident = field.ident.as_ref()?.to_string();
    for attribute in &field.attrs {
        if !attribute.path().is_ident("serde") {
            continue;
        }
        let mut renamed = None;
        let parsed = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                renamed = Some(meta.value()?.parse::<syn::LitStr>()?.value());
            } else if let Ok(value) = meta.value() {
                value.parse::<syn::Expr>()?;
            }
            Ok(())
        });
        if parsed.is_ok()
            && let Some(renamed) = renamed
        {
            return Some(renamed);
        }
    }
    Some(ident)
}

fn hold_struct(item: &mut syn::ItemStruct, asked: &[(String, String)]) -> Result<(), String> {
    let name = item.ident.to_string();
    item.attrs.clear();
    item.vis = syn::parse_quote!(pub);
    let syn::Fields::Named(fields) = &mut item.fields else {
        return Err(format!("typify made {name} without named fields"));
    };
    let mut made: BTreeMap<String, syn::Field> = BTreeMap::new();
    for mut field in std::mem::take(&mut fields.named) {
        let asked = asked_name(&field).ok_or_else(|| format!("typify made a nameless field in {name}"))?;
        field.attrs.clear();
        field.vis = syn::parse_quote!(pub);
        made.insert(asked, field);
    }
    if made.len() != asked.len() {
        return Err(format!("typify made {} fields of {name}, not {}", made.len(), asked.len()));
    }
    for (field, ty) in asked {
        let mut own = made.remove(field).ok_or_else(|| format!("typify made no field {field} of {name}"))?;
        own.ident = Some(Ident::new(field, Span::call_site()));
        let wanted: syn::Type = syn::parse_str(ty).map_err(|error| format!("type {ty}: {error}"))?;
        if own.ty.to_token_stream().to_string() != wanted.to_token_stream().to_string() {
            let other = own.ty.to_token_stream();
            return Err(format!("typify gave field {field} of {name} the type {other}, not {ty}"));
        }
        fields.named.push(own);
    }
    Ok(())
}

fn hold_enum(item: &mut syn::ItemEnum, asked: &[(String, String)]) -> Result<(), String> {
    let name = item.ident.to_string();
    item.attrs.clear();
    item.vis = syn::parse_quote!(pub);
    let same = item.variants.len() == asked.len()
        && item.variants.iter().zip(asked).all(|(variant, (known, _))| variant.ident == known);
    if !same {
        let made: Vec<String> = item.variants.iter().map(|variant| variant.ident.to_string()).collect();
        return Err(format!("typify gave {name} the variants {made:?}, not {asked:?}"));
    }
    for (variant, (_, real)) in item.variants.iter_mut().zip(asked) {
        if !matches!(variant.fields, syn::Fields::Unit) {
            return Err(format!("typify gave the variant {real} of {name} fields"));
        }
        variant.attrs.clear();
        variant.ident = Ident::new(real, Span::call_site());
    }
    Ok(())
}

/// An empty struct, which is no case for typify.
pub(crate) fn empty_struct(name: &str) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    quote!(pub struct #name {})
}
