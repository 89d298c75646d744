//! Writes the struct of an object: item, decoder, encoder, view and builder.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::Emitter;
use crate::{
    docs,
    names::{fields, kept_fields},
    shape::{Docs, Field, Item, ItemId, Others, Struct},
    skeleton::{Made, empty_struct},
};

/// The fields of a struct with their Rust names.
struct Named<'a> {
    declared: Vec<(Ident, &'a Field)>,
    patterns: Vec<Ident>,
    extra: Option<Ident>,
    /// Who uses a deprecated member is warned; the code around the struct has to use it.
    allow: Option<TokenStream>,
}

fn named(object: &Struct) -> Named<'_> {
    let wires: Vec<String> = object.fields.iter().map(|field| field.wire.clone()).collect();
    let names = fields(&wires, &[]);
    let open = matches!(object.others, Others::Open { .. });
    let (patterns, extra) = kept_fields(object.patterns.len(), open, &names);
    let ident = |name: &String| Ident::new(name, Span::call_site());
    Named {
        declared: names.iter().map(ident).zip(&object.fields).collect(),
        patterns: patterns.iter().map(ident).collect(),
        extra: extra.as_ref().map(ident),
        allow: object.fields.iter().any(|field| field.docs.deprecated).then(|| quote!(#[allow(deprecated)])),
    }
}

impl Emitter<'_> {
    /// Names and types of the fields, in the order of the schema.
    pub(super) fn fields(&self, id: ItemId, object: &Struct) -> Vec<(String, TokenStream)> {
        let named = named(object);
        let mut all = Vec::new();
        for (ident, field) in &named.declared {
            all.push((ident.to_string(), self.field_type(id, field)));
        }
        let runtime = self.runtime();
        for (ident, pattern) in named.patterns.iter().zip(&object.patterns) {
            let ty = self.ty(id, &pattern.ty);
            all.push((ident.to_string(), quote!(#runtime::Map<#ty>)));
        }
        if let (Some(ident), Others::Open { ty, .. }) = (&named.extra, &object.others) {
            let ty = self.ty(id, ty);
            all.push((ident.to_string(), quote!(#runtime::Map<#ty>)));
        }
        all
    }

    fn field_type(&self, id: ItemId, field: &Field) -> TokenStream {
        let ty = self.boxed(id, &field.ty, field.boxed);
        if field.required { ty } else { quote!(Option<#ty>) }
    }

    pub(super) fn write_struct(
        &mut self,
        id: ItemId,
        item: &Item,
        object: &Struct,
        made: &mut Made,
    ) -> Result<TokenStream, String> {
        let name = self.ident(id);
        let named = named(object);
        let docs = self.docs(item, &[]);
        let skeleton = if named.declared.is_empty() && named.patterns.is_empty() && named.extra.is_none() {
            empty_struct(&name.to_string())
        } else {
            let mut skeleton = made
                .take_struct(&name.to_string())
                .ok_or_else(|| format!("no skeleton was made for the struct {name}"))?;
            Self::document_fields(&mut skeleton, &named, object)?;
            quote!(#skeleton)
        };
        let record = self.record(&name, &named);
        let decoder = self.decoder(id, item, &name, &named, object);
        let encoder = self.encoder(&name, &named);
        let builder = self.builder(id, &name, &named, object);
        let derive_default = named.declared.iter().all(|(_, field)| !field.required) && item.rest.is_empty();
        let default = derive_default.then(|| quote!(Default,));
        Ok(quote! {
            #docs
            #[derive(Clone, Debug, #default PartialEq)]
            #skeleton
            #record
            #decoder
            #encoder
            #builder
        })
    }

    fn document_fields(skeleton: &mut syn::ItemStruct, named: &Named<'_>, object: &Struct) -> Result<(), String> {
        use syn::parse::Parser;
        let mut texts: Vec<TokenStream> = Vec::new();
        for (_, field) in &named.declared {
            let docs = member_docs(field);
            let deprecated = field.docs.deprecated.then(|| quote!(#[deprecated]));
            texts.push(quote!(#docs #deprecated));
        }
        for pattern in &object.patterns {
            let sentence = docs::quoted("Members whose name matches", &pattern.pattern.source);
            texts.push(docs::attributes(&Docs::default(), &[&sentence]));
        }
        if named.extra.is_some() {
            texts.push(quote!(#[doc = " Members that the schema does not declare."]));
        }
        for (field, text) in skeleton.fields.iter_mut().zip(texts) {
            field.attrs = syn::Attribute::parse_outer.parse2(text).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// The view: names, and values by index.
    fn record(&self, name: &Ident, named: &Named<'_>) -> TokenStream {
        let runtime = self.runtime();
        let allow = &named.allow;
        let wires: Vec<&String> = named.declared.iter().map(|(_, field)| &field.wire).collect();
        let indices: Vec<Literal> = (0..wires.len()).map(Literal::usize_unsuffixed).collect();
        let values = named.declared.iter().map(|(ident, field)| {
            if field.required {
                quote!(Some(#runtime::View::view(&self.#ident)))
            } else {
                quote!(self.#ident.as_ref().map(#runtime::View::view))
            }
        });
        let kept = named.patterns.iter().chain(&named.extra);
        let kept_indices = (0..).map(Literal::usize_unsuffixed);
        let kept: Vec<TokenStream> =
            kept.zip(kept_indices).map(|(ident, index)| quote!(#index => Some(&self.#ident),)).collect();
        let (index_argument, index_body) = choice("name", &quote!(&str), &quote!(#(#wires => Some(#indices),)*));
        let (field_argument, field_body) = choice("index", &quote!(usize), &quote!(#(#indices => #values,)*));
        let (others_argument, others_body) = choice("index", &quote!(usize), &quote!(#(#kept)*));
        quote! {
            #allow
            impl #runtime::record::Record for #name {
                const NAMES: &'static [&'static str] = &[#(#wires),*];
                fn index(#index_argument) -> Option<usize> {
                    #index_body
                }
                fn field(&self, #field_argument) -> Option<#runtime::Instance<'_>> {
                    #field_body
                }
                fn others(&self, #others_argument) -> Option<&dyn #runtime::ObjectView> {
                    #others_body
                }
            }
            #runtime::record!(#name);
        }
    }

    fn decoder(
        &mut self,
        id: ItemId,
        item: &Item,
        name: &Ident,
        named: &Named<'_>,
        object: &Struct,
    ) -> TokenStream {
        let runtime = self.runtime();
        let allow = &named.allow;
        let schema = self.tables.conjunction(&item.schemas);
        let mut slots = Vec::new();
        let mut starts = Vec::new();
        let mut arms = Vec::new();
        for (index, (ident, field)) in named.declared.iter().enumerate() {
            let ty = self.boxed(id, &field.ty, field.boxed);
            let table = self.tables.conjunction(&field.schemas);
            let wire = &field.wire;
            let index = Literal::usize_unsuffixed(index);
            slots.push(quote!(#ident: Option<#ty>));
            starts.push(quote!(#ident: None));
            arms.push(quote!(#index => #runtime::decode::field(&mut self.#ident, #wire, map, context, &#table),));
        }
        let mut others = Vec::new();
        for (ident, pattern) in named.patterns.iter().zip(&object.patterns) {
            let ty = self.ty(id, &pattern.ty);
            let table = self.tables.conjunction(&pattern.schemas);
            let regex = self.tables.pattern(&pattern.pattern);
            slots.push(quote!(#ident: #runtime::Map<#ty>));
            starts.push(quote!(#ident: #runtime::Map::new()));
            others.push(quote! {
                if context.matches(&#regex, &name)? {
                    return #runtime::decode::entry(&mut self.#ident, name, map, context, &#table);
                }
            });
        }
        let last = match (&object.others, &named.extra) {
            (Others::Open { ty, schemas }, Some(extra)) => {
                let ty = self.ty(id, ty);
                let table = self.tables.conjunction(schemas);
                slots.push(quote!(#extra: #runtime::Map<#ty>));
                starts.push(quote!(#extra: #runtime::Map::new()));
                quote!(#runtime::decode::entry(&mut self.#extra, name, map, context, &#table))
            }
            (Others::Closed(closed, keyword), _) => {
                let location = self.tables.location(*closed, keyword);
                quote! {
                    Err(#runtime::decode::undeclared(
                        context,
                        &name,
                        #location,
                        <#name as #runtime::record::Record>::NAMES,
                    ))
                }
            }
            (Others::Open { .. }, None) => quote!(Ok(())),
        };
        let map_used = named.extra.is_some() || !named.patterns.is_empty();
        let (map, name_of_member) = if map_used { (quote!(map), quote!(name)) } else { (quote!(_), quote!(name)) };
        let declared = if arms.is_empty() {
            quote! {
                fn declared<__A: #runtime::serde::de::MapAccess<'de>>(
                    &mut self,
                    _: usize,
                    _: &mut __A,
                    _: &mut #runtime::context::Context,
                ) -> Result<(), __A::Error> {
                    Ok(())
                }
            }
        } else {
            quote! {
                fn declared<__A: #runtime::serde::de::MapAccess<'de>>(
                    &mut self,
                    index: usize,
                    map: &mut __A,
                    context: &mut #runtime::context::Context,
                ) -> Result<(), __A::Error> {
                    match index {
                        #(#arms)*
                        _ => Ok(()),
                    }
                }
            }
        };
        let finish = self.finish(item, name, named, object);
        quote! {
            #allow
            const _: () = {
                struct __Members {
                    #(#slots,)*
                }
                impl<'de> #runtime::decode::Members<'de> for __Members {
                    type Output = #name;
                    fn index(name: &str) -> Option<usize> {
                        <#name as #runtime::record::Record>::index(name)
                    }
                    #declared
                    fn other<__A: #runtime::serde::de::MapAccess<'de>>(
                        &mut self,
                        #name_of_member: String,
                        #map: &mut __A,
                        context: &mut #runtime::context::Context,
                    ) -> Result<(), __A::Error> {
                        #(#others)*
                        #last
                    }
                    #finish
                }
                impl<'de> #runtime::decode::Decode<'de> for #name {
                    fn decode<__D: #runtime::serde::Deserializer<'de>>(
                        deserializer: __D,
                        context: &mut #runtime::context::Context,
                        _: &'static #runtime::schema::Schema,
                    ) -> Result<Self, __D::Error> {
                        let members = __Members { #(#starts,)* };
                        #runtime::decode::decode_members(deserializer, context, &#schema, members)
                    }
                }
            };
        }
    }

    fn finish(&mut self, item: &Item, name: &Ident, named: &Named<'_>, object: &Struct) -> TokenStream {
        let runtime = self.runtime();
        let kept: Vec<&Ident> = named.patterns.iter().chain(&named.extra).collect();
        let all: Vec<&Ident> = named.declared.iter().map(|(ident, _)| ident).chain(kept.iter().copied()).collect();
        let required: Vec<(&Ident, &Field)> = named
            .declared
            .iter()
            .filter(|(_, field)| field.required)
            .map(|(ident, field)| (ident, *field))
            .collect();
        let taken: Vec<TokenStream> = named
            .declared
            .iter()
            .map(|(ident, field)| if field.required { quote!(#ident: Some(#ident)) } else { quote!(#ident) })
            .chain(kept.iter().map(|ident| quote!(#ident)))
            .collect();
        let take = if required.is_empty() {
            quote!(let Self { #(#taken),* } = self;)
        } else {
            let location =
                object.required_by.map_or_else(String::new, |schema| self.tables.location(schema, "required"));
            let presence = required.iter().map(|(ident, field)| {
                let wire = &field.wire;
                quote!((#wire, self.#ident.is_some()))
            });
            quote! {
                let presence = [#(#presence),*];
                let Self { #(#taken),* } = self else {
                    return Err(#runtime::decode::missing(__context, &presence, #location));
                };
            }
        };
        let value = quote!(#name { #(#all),* });
        let (context, checked) = if let Some(rest) = self.tables.rest_table(&item.rest) {
            (
                quote!(__context),
                quote! {
                    let value = #value;
                    __context.check(&#rest, #runtime::View::view(&value))?;
                    Ok(value)
                },
            )
        } else {
            let context = if required.is_empty() { quote!(_) } else { quote!(__context) };
            (context, quote!(Ok(#value)))
        };
        quote! {
            fn finish<__E: #runtime::serde::de::Error>(
                self,
                #context: &mut #runtime::context::Context,
            ) -> Result<#name, __E> {
                #take
                #checked
            }
        }
    }

    fn encoder(&self, name: &Ident, named: &Named<'_>) -> TokenStream {
        let runtime = self.runtime();
        let allow = &named.allow;
        let declared = named.declared.iter().map(|(ident, field)| {
            let wire = &field.wire;
            if field.required {
                quote!(members.member(#wire, &self.#ident)?;)
            } else {
                quote!(members.optional(#wire, self.#ident.as_ref())?;)
            }
        });
        let all: Vec<&Ident> = named.patterns.iter().chain(&named.extra).collect();
        let kept = all.iter().enumerate().map(|(index, ident)| {
            let before = &all[..index];
            quote!(members.others(&self.#ident, |name| {
                <Self as #runtime::record::Record>::index(name).is_some() #(|| self.#before.contains_key(name))*
            })?;)
        });
        let mutable = (!named.declared.is_empty() || !named.patterns.is_empty() || named.extra.is_some())
            .then(|| quote!(mut));
        quote! {
            #allow
            impl #runtime::serde::Serialize for #name {
                fn serialize<__S: #runtime::serde::Serializer>(
                    &self,
                    serializer: __S,
                ) -> Result<__S::Ok, __S::Error> {
                    let #mutable members = #runtime::record::Encoder::new(serializer)?;
                    #(#declared)*
                    #(#kept)*
                    members.end()
                }
            }
        }
    }

    /// A builder: required members in one struct that names them all, the others one by one, and a check at the end.
    fn builder(&mut self, id: ItemId, name: &Ident, named: &Named<'_>, object: &Struct) -> TokenStream {
        let runtime = self.runtime();
        let allow = &named.allow;
        // A derived value is never an input: who wants such a value computes it.
        let derived = named.declared.iter().any(|(_, field)| {
            field.required && field.schemas.parts().iter().any(|part| self.settings.derived.contains(&part.schema))
        });
        let visibility = if derived { quote!(pub(crate)) } else { quote!(pub) };
        let unused = derived.then(|| quote!(#[allow(dead_code)]));
        let own = self.names.item(id);
        let required_name = Ident::new(&own.required, Span::call_site());
        let builder_name = Ident::new(&own.builder, Span::call_site());
        let required: Vec<(&Ident, TokenStream, TokenStream)> = named
            .declared
            .iter()
            .filter(|(_, field)| field.required)
            .map(|(ident, field)| (ident, self.boxed(id, &field.ty, field.boxed), member_docs(field)))
            .collect();
        let required_idents: Vec<&Ident> = required.iter().map(|(ident, ..)| *ident).collect();
        let required_fields = required.iter().map(|(ident, ty, docs)| quote!(#docs pub #ident: #ty));
        let absent =
            named.declared.iter().filter(|(_, field)| !field.required).map(|(ident, _)| quote!(#ident: None));
        let empty = named.patterns.iter().chain(&named.extra).map(|ident| quote!(#ident: #runtime::Map::new()));
        let setters = named.declared.iter().filter(|(_, field)| !field.required).map(|(ident, field)| {
            let ty = self.ty(id, &field.ty);
            let method = setter(ident);
            let value = if field.boxed { quote!(Box::new(value)) } else { quote!(value) };
            let sentence = docs::attributes(&Docs::default(), &[&docs::quoted("Sets the member", &field.wire)]);
            quote! {
                #sentence
                #[must_use]
                #visibility fn #method(mut self, value: #ty) -> Self {
                    self.value.#ident = Some(#value);
                    self
                }
            }
        });
        let adders = {
            let mut adders = Vec::new();
            for (ident, pattern) in named.patterns.iter().zip(&object.patterns) {
                let sentence = docs::quoted("Adds a member whose name matches", &pattern.pattern.source);
                adders.push(self.adder(id, ident, &pattern.ty, &sentence, &visibility));
            }
            if let (Some(ident), Others::Open { ty, .. }) = (&named.extra, &object.others) {
                adders.push(self.adder(id, ident, ty, "Adds an undeclared member.", &visibility));
            }
            adders
        };
        let about = format!(" The members that every [`{name}`] has.");
        let begins = if required.is_empty() {
            quote!(#[doc = " Begins a value without members."])
        } else {
            quote!(#[doc = " Begins a value with its required members."])
        };
        let about_builder =
            format!(" Builder of [`{name}`]; [`{builder_name}::build`] refuses what the schema refuses.");
        let (item, argument, pass) = if required.is_empty() {
            (TokenStream::new(), TokenStream::new(), TokenStream::new())
        } else {
            (
                quote! {
                    #[doc = #about]
                    #[derive(Clone, Debug, PartialEq)]
                    #unused
                    #visibility struct #required_name {
                        #(#required_fields,)*
                    }
                },
                quote!(required: #required_name),
                quote!(let #required_name { #(#required_idents),* } = required;),
            )
        };
        quote! {
            #item
            #[doc = #about_builder]
            #[derive(Clone, Debug)]
            #[must_use]
            #unused
            #visibility struct #builder_name {
                value: #name,
            }
            #allow
            #unused
            impl #name {
                #begins
                #visibility fn builder(#argument) -> #builder_name {
                    #pass
                    #builder_name { value: #name { #(#required_idents,)* #(#absent,)* #(#empty,)* } }
                }
            }
            #allow
            #unused
            impl #builder_name {
                #(#setters)*
                #(#adders)*
                /// The value, checked against the whole schema.
                ///
                /// # Errors
                /// When an assertion fails.
                #visibility fn build(self) -> Result<#name, #runtime::Error> {
                    self.value.validate()?;
                    Ok(self.value)
                }
            }
        }
    }

    fn adder(
        &self,
        id: ItemId,
        ident: &Ident,
        ty: &crate::shape::Type,
        sentence: &str,
        visibility: &TokenStream,
    ) -> TokenStream {
        let ty = self.ty(id, ty);
        let method = setter(ident);
        let sentence = docs::attributes(&Docs::default(), &[sentence]);
        quote! {
            #sentence
            #[must_use]
            #visibility fn #method(mut self, name: impl Into<String>, value: #ty) -> Self {
                self.value.#ident.insert(name.into(), value);
                self
            }
        }
    }
}

/// The argument and the body of a function that answers by an argument, `None` where no arm has it.
fn choice(argument: &str, ty: &TokenStream, arms: &TokenStream) -> (TokenStream, TokenStream) {
    if arms.is_empty() {
        return (quote!(_: #ty), quote!(None));
    }
    let argument = Ident::new(argument, Span::call_site());
    (quote!(#argument: #ty), quote!(match #argument { #arms _ => None, }))
}

/// What the schema says about a member, or at least its name on the wire.
fn member_docs(field: &Field) -> TokenStream {
    if field.docs.title.is_some() || field.docs.description.is_some() {
        return docs::attributes(&field.docs, &[]);
    }
    docs::attributes(&field.docs, &[&docs::quoted("Member", &field.wire)])
}

/// The method that sets a field. `build` is taken.
fn setter(field: &Ident) -> Ident {
    if field == "build" { Ident::new("build_", Span::call_site()) } else { field.clone() }
}
