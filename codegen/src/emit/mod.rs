//! Writes the planned types down as Rust.

mod structs;
mod tuples;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use contracts_model::{Model, manifest::NumberMode};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::{
    Settings, checks, docs,
    names::Names,
    settings::Layout,
    shape::{Item, ItemId, Kind, Plan, Type},
    skeleton::{Made, Skeletons},
    tables::Tables,
};

/// Everything that writing an item needs.
pub(crate) struct Emitter<'m> {
    pub(crate) model: &'m Model,
    pub(crate) settings: &'m Settings,
    pub(crate) plan: &'m Plan,
    pub(crate) names: &'m Names,
    pub(crate) tables: Tables<'m>,
}

/// The tokens of the whole generated module.
///
/// # Errors
/// When typify does not make what it was asked for.
pub(crate) fn emit(model: &Model, settings: &Settings, plan: &Plan, names: &Names) -> Result<TokenStream, String> {
    let path = match settings.layout {
        Layout::Modules => quote!(super::tables::),
        Layout::Flat => quote!(tables::),
    };
    let mut emitter = Emitter { model, settings, plan, names, tables: Tables::new(model, settings, path) };
    let used = used(plan);
    let mut by_document: BTreeMap<usize, Vec<ItemId>> = BTreeMap::new();
    for id in used {
        let document = match settings.layout {
            Layout::Modules => names.item(id).document,
            Layout::Flat => 0,
        };
        by_document.entry(document).or_default().push(id);
    }
    let plan_is_exact = by_document.values().flatten().any(|id| emitter.numbers(*id) == NumberMode::Exact);
    let mut modules = Vec::new();
    for (document, items) in by_document {
        let items = emitter.items(&items)?;
        modules.push(match settings.layout {
            Layout::Flat => items,
            Layout::Modules => emitter.module(document, &items),
        });
    }
    let set = set_constants(settings);
    let import = emitter.import();
    let tables = emitter.tables.into_items();
    let flat = (settings.layout == Layout::Flat).then(|| import.clone());
    let runtime = Ident::new(&settings.runtime, Span::call_site());
    let exact = plan_is_exact.then(|| quote!(::#runtime::require_exact_numbers!();));
    Ok(quote! {
        #flat
        #exact
        #set
        #(#modules)*
        #[allow(unused_imports, clippy::all, clippy::pedantic)]
        mod tables {
            //! The schemas as data, for the checks that a type cannot hold.
            #import
            use rt::{
                Decimal, NumberRef, Pattern,
                schema::{Keyword as K, Literal, Resource, Schema, Types},
            };
            #tables
        }
    })
}

fn set_constants(settings: &Settings) -> TokenStream {
    match &settings.set {
        None => TokenStream::new(),
        Some((name, version)) => quote! {
            /// Name of the set of schemas.
            pub const SET_NAME: &str = #name;
            /// Semantic version of the set of schemas.
            pub const SET_VERSION: &str = #version;
        },
    }
}

/// The items that the roots lead to, in the order in which they are met: a type before its parts.
fn used(plan: &Plan) -> Vec<ItemId> {
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    let mut stack: Vec<ItemId> = plan.roots.iter().rev().copied().collect();
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        order.push(id);
        let mut parts: Vec<ItemId> = parts(&plan.item(id).kind).into_iter().filter_map(item_of).collect();
        parts.reverse();
        stack.extend(parts);
    }
    order
}

fn parts(kind: &Kind) -> Vec<&Type> {
    match kind {
        Kind::Struct(object) => {
            let others = match &object.others {
                crate::shape::Others::Open { ty, .. } => Some(ty),
                crate::shape::Others::Closed(..) => None,
            };
            let fields = object.fields.iter().map(|field| &field.ty);
            fields.chain(object.patterns.iter().map(|pattern| &pattern.ty)).chain(others).collect()
        }
        Kind::Newtype(inner) => vec![inner],
        Kind::Union(union) => union.variants.iter().map(|variant| &variant.ty).collect(),
        Kind::Tuple(tuple) => {
            tuple.items.iter().map(|item| &item.ty).chain(tuple.tail.iter().map(|(ty, _)| ty)).collect()
        }
        Kind::Pending | Kind::StringEnum(_) | Kind::LiteralEnum(_) | Kind::Constant(_) => Vec::new(),
    }
}

fn item_of(ty: &Type) -> Option<ItemId> {
    match ty {
        Type::Item(id) => Some(*id),
        Type::List(inner) | Type::Map(inner) | Type::Nullable(inner) => item_of(inner),
        _ => None,
    }
}

impl Emitter<'_> {
    /// The runtime crate, under the short name that every module gives it. No type can have that name.
    #[allow(clippy::unused_self, reason = "reads as a part of what is being written")]
    pub(crate) fn runtime(&self) -> TokenStream {
        quote!(rt)
    }

    /// The import that gives the runtime crate its short name.
    fn import(&self) -> TokenStream {
        let name = Ident::new(&self.settings.runtime, Span::call_site());
        quote!(use ::#name as rt;)
    }

    fn module(&self, document: usize, items: &TokenStream) -> TokenStream {
        let chosen = &self.settings.documents[document];
        let name = Ident::new(&chosen.module, Span::call_site());
        let root = self.model.documents()[document].root;
        let uri = &self.model.resource(self.model.schema(root).resource).uri;
        let file = &self.model.documents()[document].name;
        let docs = format!(" Types of `{}`.", file.replace('`', "'"));
        let import = self.import();
        let version = chosen.version.map(|version| {
            let version = proc_macro2::Literal::u64_unsuffixed(version);
            quote! {
                /// Version of the schema.
                pub const SCHEMA_VERSION: u64 = #version;
            }
        });
        quote! {
            #[doc = #docs]
            pub mod #name {
                #import
                /// Identifier of the schema.
                pub const SCHEMA_ID: &str = #uri;
                #version
                #items
            }
        }
    }

    fn items(&mut self, ids: &[ItemId]) -> Result<TokenStream, String> {
        let mut skeletons = Skeletons::default();
        for id in ids {
            self.ask(*id, &mut skeletons);
        }
        let mut made = skeletons.make()?;
        let mut items = Vec::new();
        for id in ids {
            items.push(self.item(*id, &mut made)?);
        }
        Ok(quote!(#(#items)*))
    }

    /// Asks typify for the item, where it is a case for typify.
    fn ask(&self, id: ItemId, skeletons: &mut Skeletons) {
        let name = &self.names.item(id).ident;
        match &self.plan.item(id).kind {
            Kind::Struct(object) => {
                let fields = self.fields(id, object);
                if !fields.is_empty() {
                    skeletons.add_struct(name, fields);
                }
            }
            Kind::StringEnum(listed) => skeletons.add_enum(name, values::variant_names(listed)),
            _ => {}
        }
    }

    fn item(&mut self, id: ItemId, made: &mut Made) -> Result<TokenStream, String> {
        let plan = self.plan;
        let item = plan.item(id);
        let written = match &item.kind {
            Kind::Struct(object) => self.write_struct(id, item, object, made)?,
            Kind::StringEnum(listed) => self.write_string_enum(id, item, listed, made)?,
            Kind::Newtype(inner) => self.write_newtype(id, item, inner),
            Kind::LiteralEnum(listed) => self.write_literal_enum(id, item, listed),
            Kind::Constant(value) => self.write_constant(id, item, value),
            Kind::Union(union) => self.write_union(id, item, union),
            Kind::Tuple(tuple) => self.write_tuple(id, item, tuple),
            Kind::Pending => return Err(format!("the type {} was never decided", self.names.item(id).ident)),
        };
        let runtime = self.runtime();
        let name = self.ident(id);
        let schema = self.tables.conjunction(&item.schemas);
        let is_root = plan.roots.contains(&id);
        let whole = is_root || !matches!(item.kind, Kind::StringEnum(_) | Kind::Newtype(_) | Kind::Constant(_));
        let incomplete = !is_root && item.schemas.parts().iter().any(|part| plan.dynamic.contains(&part.schema));
        let incomplete = incomplete.then(|| quote!(, incomplete));
        let numbers = match self.numbers(id) {
            NumberMode::Default => None,
            NumberMode::Exact => Some(quote!(, exact)),
        };
        let document = whole.then(|| quote!(#runtime::document!(#name);));
        Ok(quote! {
            #written
            #runtime::contract!(#name, #schema #incomplete #numbers);
            #document
        })
    }

    /// How a type holds numbers: as the documents that it stands in do.
    fn numbers(&self, id: ItemId) -> NumberMode {
        let parts = self.plan.item(id).schemas.parts();
        parts.first().map_or(NumberMode::Default, |part| self.settings.numbers(self.model, part.schema))
    }

    pub(crate) fn ident(&self, id: ItemId) -> Ident {
        Ident::new(&self.names.item(id).ident, Span::call_site())
    }

    pub(crate) fn docs(&self, item: &Item, extra: &[&str]) -> TokenStream {
        let mut docs = item.docs.clone();
        let checks = checks::sentence(self.model, &item.rest);
        let mut extra = extra.to_vec();
        extra.extend(checks.as_deref());
        if docs.title.is_none() && docs.description.is_none() && extra.is_empty() {
            let place =
                item.schemas.parts().first().map_or_else(String::new, |part| self.model.location(part.schema));
            docs.description = Some(format!("Generated from {place}."));
        }
        docs::attributes(&docs, &extra)
    }

    /// A type as it is written where `from` stands.
    pub(crate) fn ty(&self, from: ItemId, ty: &Type) -> TokenStream {
        self.type_in(self.names.item(from).document, ty)
    }

    fn type_in(&self, document: usize, ty: &Type) -> TokenStream {
        let runtime = self.runtime();
        match ty {
            Type::Never => quote!(#runtime::Never),
            Type::Null => quote!(#runtime::Null),
            Type::Bool => quote!(bool),
            Type::Integer(integer) => {
                let name = Ident::new(integer.name(), Span::call_site());
                quote!(#name)
            }
            Type::BigInteger => quote!(#runtime::Integer),
            Type::Number => quote!(#runtime::Number),
            Type::String => quote!(String),
            Type::Any => quote!(#runtime::Json),
            Type::List(inner) => {
                let inner = self.type_in(document, inner);
                quote!(Vec<#inner>)
            }
            Type::Map(inner) => {
                let inner = self.type_in(document, inner);
                quote!(#runtime::Map<#inner>)
            }
            Type::Nullable(inner) => {
                let inner = self.type_in(document, inner);
                quote!(#runtime::Nullable<#inner>)
            }
            Type::Item(id) => {
                let name = self.ident(*id);
                let own = self.names.item(*id).document;
                if self.settings.layout == Layout::Flat || own == document {
                    quote!(#name)
                } else {
                    let module = Ident::new(&self.settings.documents[own].module, Span::call_site());
                    quote!(super::#module::#name)
                }
            }
        }
    }

    /// A type, boxed where it would contain itself.
    pub(crate) fn boxed(&self, from: ItemId, ty: &Type, boxed: bool) -> TokenStream {
        let ty = self.ty(from, ty);
        if boxed { quote!(Box<#ty>) } else { ty }
    }

    /// Whether values of a type can be compared for full equality and hashed: no numbers, no JSON in it.
    pub(crate) fn derives(ty: &Type) -> TokenStream {
        match ty {
            Type::Bool | Type::Integer(_) | Type::Null => {
                quote!(#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)])
            }
            Type::String | Type::BigInteger => quote!(#[derive(Clone, Debug, PartialEq, Eq, Hash)]),
            _ => quote!(#[derive(Clone, Debug, PartialEq)]),
        }
    }
}
