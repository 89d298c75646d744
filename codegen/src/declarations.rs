//! Generated text without its machinery, for people who review what changed.

use std::collections::BTreeSet;

use syn::{Item, ItemMod, Visibility};

/// What the text begins with.
const HEADER: &str = "// The types of the set, for review: what changes here changes for everyone who uses them.
// `contracts generate` writes this file; the code that reads and writes the types is left out.

";

/// The declarations in generated text: modules, constants, structs and enums with their documentation and their fields,
/// without the code that reads and writes them.
///
/// # Errors
/// When the text is not Rust.
pub fn declarations(text: &str) -> syn::Result<String> {
    let mut file = syn::parse_file(text)?;
    file.attrs.clear();
    file.items = kept(file.items);
    Ok(format!("{HEADER}{}", prettyplease::unparse(&file)))
}

fn kept(items: Vec<Item>) -> Vec<Item> {
    let names: BTreeSet<String> = items
        .iter()
        .filter_map(|item| match item {
            Item::Struct(item) => Some(item.ident.to_string()),
            _ => None,
        })
        .collect();
    // Builders follow from the struct that they build.
    let follows = |name: &str| {
        ["Required", "Builder"]
            .iter()
            .any(|suffix| name.strip_suffix(suffix).is_some_and(|owner| names.contains(owner)))
    };
    items
        .into_iter()
        .filter_map(|item| match item {
            Item::Struct(item) if !follows(&item.ident.to_string()) => Some(Item::Struct(item)),
            Item::Enum(item) => Some(Item::Enum(item)),
            Item::Const(item) if matches!(item.vis, Visibility::Public(_)) => Some(Item::Const(item)),
            Item::Type(item) => Some(Item::Type(item)),
            Item::Mod(ItemMod {
                content: Some((brace, items)),
                vis: Visibility::Public(public),
                attrs,
                mod_token,
                ident,
                ..
            }) => Some(Item::Mod(ItemMod {
                attrs,
                vis: Visibility::Public(public),
                unsafety: None,
                mod_token,
                ident,
                content: Some((brace, kept(items))),
                semi: None,
            })),
            _ => None,
        })
        .collect()
}
