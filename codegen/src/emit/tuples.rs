//! Writes the struct of a tuple: positions with types of their own, and a tail.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::Emitter;
use crate::{
    names::ordinal,
    shape::{Item, ItemId, Tuple},
};

impl Emitter<'_> {
    pub(super) fn write_tuple(&mut self, id: ItemId, item: &Item, tuple: &Tuple) -> TokenStream {
        let runtime = self.runtime();
        let name = self.ident(id);
        let docs = self.docs(item, &[]);
        let schema = self.tables.conjunction(&item.schemas);
        let rest = self.tables.rest_table(&item.rest);
        let idents: Vec<Ident> = (0..tuple.items.len())
            .map(|index| Ident::new(&heck::ToSnakeCase::to_snake_case(ordinal(index).as_str()), Span::call_site()))
            .collect();
        let indices: Vec<Literal> = (0..idents.len()).map(Literal::usize_unsuffixed).collect();
        let types: Vec<TokenStream> = tuple
            .items
            .iter()
            .map(|item| {
                let ty = self.boxed(id, &item.ty, item.boxed);
                if item.required { ty } else { quote!(Option<#ty>) }
            })
            .collect();
        let item_tables: Vec<TokenStream> =
            tuple.items.iter().map(|item| self.tables.conjunction(&item.schemas)).collect();
        let tail = tuple.tail.as_ref().map(|(ty, schemas)| {
            let ty = self.ty(id, ty);
            (ty, self.tables.conjunction(schemas))
        });
        let tail_field = tail.as_ref().map(|(ty, _)| {
            quote! {
                /// The items behind the positions that have a type of their own.
                pub tail: Vec<#ty>,
            }
        });
        let read = tuple.items.iter().zip(&idents).zip(indices.iter().zip(&item_tables)).map(
            |((item, ident), (index, table))| {
                if item.required {
                    quote! {
                        let Some(#ident) =
                            #runtime::decode::next_item(&mut seq, context, #index, &#table)?
                        else {
                            return Err(#runtime::decode::too_short(context, &#schema, #index));
                        };
                    }
                } else {
                    quote!(let #ident = #runtime::decode::next_item(&mut seq, context, #index, &#table)?;)
                }
            },
        );
        let count = Literal::usize_unsuffixed(idents.len());
        let (read_tail, tail_ident) = match &tail {
            Some((_, table)) => (
                quote! {
                    let mut tail = Vec::new();
                    while let Some(item) =
                        #runtime::decode::next_item(&mut seq, context, #count + tail.len(), &#table)?
                    {
                        tail.push(item);
                    }
                },
                Some(quote!(tail)),
            ),
            None => (quote!(#runtime::decode::no_more(&mut seq, context, &#schema, #count)?;), None),
        };
        let views: Vec<TokenStream> = tuple
            .items
            .iter()
            .zip(&idents)
            .map(|(item, ident)| {
                if item.required {
                    quote!(Some(#runtime::View::view(&self.#ident)))
                } else {
                    quote!(self.#ident.as_ref().map(#runtime::View::view))
                }
            })
            .collect();
        let (tail_length, tail_view, tail_write) = if tail.is_some() {
            (
                quote!(+ self.tail.len()),
                quote!(self.tail.get(index - #count).map(#runtime::View::view)),
                quote!(for item in &self.tail {
                    items.item(item)?;
                }),
            )
        } else {
            (TokenStream::new(), quote!(None), TokenStream::new())
        };
        let writes = tuple.items.iter().zip(&idents).map(|(item, ident)| {
            if item.required {
                quote!(items.item(&self.#ident)?;)
            } else {
                quote!(items.optional(self.#ident.as_ref())?;)
            }
        });
        let built: Vec<TokenStream> = idents.iter().map(|ident| quote!(#ident)).chain(tail_ident).collect();
        let value = quote!(#name { #(#built),* });
        let checked = if let Some(rest) = rest {
            quote! {
                let value = #value;
                context.check(&#rest, #runtime::View::view(&value))?;
                Ok(value)
            }
        } else {
            quote!(Ok(#value))
        };
        let sentences = (0..tuple.items.len()).map(|index| format!(" The item at position {index}."));
        quote! {
            #docs
            #[derive(Clone, Debug, PartialEq)]
            pub struct #name {
                #(
                    #[doc = #sentences]
                    pub #idents: #types,
                )*
                #tail_field
            }
            impl #runtime::ArrayView for #name {
                fn len(&self) -> usize {
                    (0..#count).filter(|index| #runtime::ArrayView::item(self, *index).is_some()).count() #tail_length
                }
                fn item(&self, index: usize) -> Option<#runtime::Instance<'_>> {
                    match index {
                        #(#indices => #views,)*
                        _ => #tail_view,
                    }
                }
            }
            impl #runtime::View for #name {
                fn view(&self) -> #runtime::Instance<'_> {
                    #runtime::Instance::Array(self)
                }
            }
            impl #runtime::serde::Serialize for #name {
                fn serialize<__S: #runtime::serde::Serializer>(
                    &self,
                    serializer: __S,
                ) -> Result<__S::Ok, __S::Error> {
                    let mut items = #runtime::items::Encoder::new(serializer)?;
                    #(#writes)*
                    #tail_write
                    items.end()
                }
            }
            const _: () = {
                struct __Items;
                impl<'de> #runtime::decode::Items<'de> for __Items {
                    type Output = #name;
                    fn items<__A: #runtime::serde::de::SeqAccess<'de>>(
                        self,
                        mut seq: __A,
                        context: &mut #runtime::context::Context,
                    ) -> Result<#name, __A::Error> {
                        #(#read)*
                        #read_tail
                        #checked
                    }
                }
                impl<'de> #runtime::decode::Decode<'de> for #name {
                    fn decode<__D: #runtime::serde::Deserializer<'de>>(
                        deserializer: __D,
                        context: &mut #runtime::context::Context,
                        _: &'static #runtime::schema::Schema,
                    ) -> Result<Self, __D::Error> {
                        #runtime::decode::decode_items(deserializer, context, &#schema, __Items)
                    }
                }
            };
        }
    }
}
