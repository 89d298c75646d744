//! Every name in generated code is made here.
//!
//! Names come from where a thing stands, never from how many others there are, so that adding one schema renames no
//! other. All names are ASCII identifiers in the usual case of Rust.

use std::collections::{BTreeMap, BTreeSet};

use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

use crate::{
    Settings,
    settings::Layout,
    shape::{Base, ItemId, Kind, Plan, Step, VariantName},
};

/// Words that cannot be the name of a field, a module or a function.
const KEYWORDS: [&str; 53] = [
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "union",
    "macro_rules",
];

/// Type names that would hide those of the prelude, which generated code uses.
const PRELUDE: [&str; 24] = [
    "Self", "Option", "Some", "None", "Result", "Ok", "Err", "String", "Vec", "Box", "Copy", "Clone", "Default",
    "Drop", "From", "Into", "AsRef", "TryFrom", "TryInto", "ToString", "Iterator", "Send", "Sync", "Sized",
];

/// The names of all items and of what belongs to them.
#[derive(Debug)]
pub(crate) struct Names {
    items: Vec<ItemName>,
}

/// The names that belong to one item.
#[derive(Clone, Debug)]
pub(crate) struct ItemName {
    /// Index of the document whose module it stands in.
    pub(crate) document: usize,
    pub(crate) ident: String,
    /// Of the struct that holds the required members of a builder.
    pub(crate) required: String,
    pub(crate) builder: String,
}

impl Names {
    pub(crate) fn item(&self, id: ItemId) -> &ItemName {
        &self.items[id.0]
    }

    /// Names every item of a plan.
    pub(crate) fn new(plan: &Plan, settings: &Settings) -> Self {
        let count = plan.items.len();
        let mut wanted: Vec<Option<(usize, String)>> = vec![None; count];
        for id in 0..count {
            wish(plan, settings, ItemId(id), &mut wanted);
        }
        let wanted: Vec<(usize, String)> = wanted.into_iter().flatten().collect();
        let scope = |document: usize| if settings.layout == Layout::Flat { 0 } else { document };
        let mut taken: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        let mut idents: Vec<Option<String>> = vec![None; count];
        // Names that a person chose, and those of whole documents and definitions, come first; parts follow.
        let rank = |id: usize| {
            let item = &plan.items[id];
            let chosen = item.schemas.single().is_some_and(|schema| settings.type_names.contains_key(&schema));
            match (&item.origin.base, item.origin.steps.is_empty()) {
                _ if chosen => 0,
                (Base::Document(_), true) => 1,
                (Base::Definition { .. }, true) => 2,
                _ => 3,
            }
        };
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|id| rank(*id));
        for id in order {
            let (document, wish) = &wanted[id];
            let used = taken.entry(scope(*document)).or_default();
            let ident = alternatives(wish, plan, settings, ItemId(id))
                .find(|candidate| !used.contains(candidate))
                .unwrap_or_default();
            used.insert(ident.clone());
            idents[id] = Some(ident);
        }
        let mut items = Vec::with_capacity(count);
        for (id, ident) in idents.into_iter().enumerate() {
            let document = wanted[id].0;
            let ident = ident.unwrap_or_default();
            let used = taken.entry(scope(document)).or_default();
            let mut beside = |suffixes: &[&str]| {
                let name = suffixes
                    .iter()
                    .map(|suffix| format!("{ident}{suffix}"))
                    .find(|candidate| !used.contains(candidate))
                    .unwrap_or_else(|| format!("{ident}{}", suffixes.concat()));
                used.insert(name.clone());
                name
            };
            let (required, builder) = if matches!(plan.items[id].kind, Kind::Struct(_)) {
                (
                    beside(&["Required", "RequiredMembers", "RequiredOfBuilder"]),
                    beside(&["Builder", "ValueBuilder", "TypeBuilder"]),
                )
            } else {
                (String::new(), String::new())
            };
            items.push(ItemName { document, ident, required, builder });
        }
        Self { items }
    }
}

/// The longest name that is made from names of schemas.
const MAX_NAME: usize = 120;

/// A name without its middle, when it is longer than anyone reads. What is in front says where it belongs, what is at the
/// end says what it is.
fn bounded(mut name: String) -> String {
    const KEPT: usize = MAX_NAME / 2;
    if name.len() > MAX_NAME && name.is_ascii() {
        name.replace_range(KEPT..name.len() - KEPT, "");
    }
    name
}

/// The name that an item would like to have, and the document that it belongs to. The owners are asked first: they are
/// planned before their parts, so the chain of them ends, but it may be long.
fn wish(plan: &Plan, settings: &Settings, id: ItemId, wanted: &mut [Option<(usize, String)>]) {
    let owner = |id: &ItemId| match plan.item(*id).origin.base {
        Base::Item(owner) => Some(owner),
        _ => None,
    };
    let chain: Vec<ItemId> =
        std::iter::successors(Some(id), owner).take_while(|id| wanted[id.0].is_none()).collect();
    for id in chain.into_iter().rev() {
        let own = wish_beside_owner(plan, settings, id, wanted);
        wanted[id.0] = Some(own);
    }
}

fn wish_beside_owner(
    plan: &Plan,
    settings: &Settings,
    id: ItemId,
    wanted: &[Option<(usize, String)>],
) -> (usize, String) {
    let item = plan.item(id);
    let (document, base, owner) = match &item.origin.base {
        Base::Document(document) => {
            let name = settings.documents.get(*document).map_or_else(String::new, |chosen| chosen.root.clone());
            (*document, name, None)
        }
        Base::Definition { document, name } => (*document, type_words(name), None),
        Base::Item(owner) => {
            let (document, name) = wanted[owner.0].clone().unwrap_or_default();
            (document, name, Some(*owner))
        }
    };
    let mut name = base;
    for step in &item.origin.steps {
        name.push_str(&step_words(plan, owner, step));
    }
    if let Some(chosen) = item.schemas.single().and_then(|schema| settings.type_names.get(&schema)) {
        name.clone_from(chosen);
    }
    if PRELUDE.contains(&name.as_str()) {
        name.push_str("Value");
    }
    (document, bounded(name))
}

fn step_words(plan: &Plan, owner: Option<ItemId>, step: &Step) -> String {
    match step {
        Step::Member(name) => type_words(name),
        Step::Item => "Item".to_owned(),
        Step::Value | Step::Others => "Value".to_owned(),
        Step::Pattern(0) => "PatternValue".to_owned(),
        Step::Pattern(index) => format!("Pattern{}Value", ordinal(*index)),
        Step::Position(index) => ordinal(*index),
        Step::Variant(index) => {
            let variant = owner.and_then(|owner| match &plan.item(owner).kind {
                Kind::Union(union) => union.variants.get(*index).map(|variant| &variant.name),
                _ => None,
            });
            variant.map_or_else(|| ordinal(*index), variant_words)
        }
    }
}

/// A name and, should it be taken, what to call the item instead.
fn alternatives<'a>(
    wish: &'a str,
    plan: &'a Plan,
    settings: &'a Settings,
    id: ItemId,
) -> impl Iterator<Item = String> + 'a {
    let item = plan.item(id);
    let by_kind = match &item.kind {
        Kind::Struct(_) => "Object",
        Kind::Newtype(_) | Kind::Pending => "Value",
        Kind::StringEnum(_) | Kind::LiteralEnum(_) => "Enum",
        Kind::Constant(_) => "Constant",
        Kind::Union(_) => "Union",
        Kind::Tuple(_) => "Tuple",
    };
    let document = match &item.origin.base {
        Base::Document(document) | Base::Definition { document, .. } => Some(*document),
        Base::Item(_) => None,
    };
    let by_document = document
        .and_then(|document| settings.documents.get(document))
        .map(|chosen| format!("{}{wish}", chosen.module.to_upper_camel_case()));
    let wire = match &item.origin.base {
        Base::Definition { name, .. } => name.clone(),
        _ => item
            .origin
            .steps
            .iter()
            .rev()
            .find_map(|step| if let Step::Member(name) = step { Some(name.clone()) } else { None })
            .unwrap_or_default(),
    };
    let (spelled, hex) = if wire.len() > MAX_NAME {
        (None, None)
    } else {
        let spelled = format!("{wish}{}", spelled(&wire).to_upper_camel_case());
        (Some(spelled), Some(format!("{wish}X{}", hex(&wire))))
    };
    [Some(wish.to_owned()), by_document, Some(format!("{wish}{by_kind}")), spelled, hex]
        .into_iter()
        .flatten()
        // Two items of one wire name, one kind and one owner: the position is all that is left to tell them apart.
        .chain(std::iter::once(format!("{wish}At{}", id.0)))
        .chain((1_usize..).map(move |round| format!("{wish}At{}X{round}", id.0)))
}

/// The name of a module.
pub(crate) fn module(text: &str) -> String {
    keyword_safe(identifier(&text.to_snake_case(), "module"))
}

/// A text as the name of a type.
pub fn type_words(text: &str) -> String {
    let name = identifier(&ascii(text).to_upper_camel_case(), "");
    if name.is_empty() {
        let spelled = spelled(text).to_upper_camel_case();
        return if spelled.is_empty() { "Empty".to_owned() } else { spelled };
    }
    if name == "Self" { "SelfValue".to_owned() } else { name }
}

/// The name of a variant.
pub(crate) fn variant_words(name: &VariantName) -> String {
    match name {
        VariantName::Text(text) => type_words(text),
        VariantName::Types(name) => (*name).to_owned(),
        VariantName::Member(name) => format!("With{}", type_words(name)),
        VariantName::Position(index) => ordinal(*index),
    }
}

/// What is known of a branch of a union, for its name.
#[derive(Clone, Copy, Debug)]
pub struct BranchFacts<'t> {
    /// The only value of the member that tells the branches apart.
    pub tag: Option<&'t str>,
    /// The definition that the branch is.
    pub definition: Option<&'t str>,
    /// Its title.
    pub title: Option<&'t str>,
    /// The only string that it takes.
    pub constant: Option<&'t str>,
    /// What its JSON type is called: `Null`, `Object` and so on, `Other` for several.
    pub kind: &'static str,
    /// Whether no other branch takes a value of its JSON types.
    pub only_of_its_kind: bool,
    /// Whether its JSON type says too little for a name, unless it is the only one of its kind.
    pub vague_kind: bool,
    /// A member that it alone requires.
    pub exclusive: Option<&'t str>,
    /// Its position, counted from 0.
    pub position: usize,
}

/// Where the name of a branch comes from: what says most about it.
pub(crate) fn variant_name(branch: &BranchFacts<'_>) -> VariantName {
    let text = |text: &str| VariantName::Text(text.to_owned());
    if let Some(own) = branch.tag.or(branch.definition).or(branch.title) {
        return text(own);
    }
    match (branch.constant, branch.exclusive) {
        (Some(""), _) => text("empty"),
        (Some(constant), _) => text(constant),
        (None, _) if branch.only_of_its_kind => VariantName::Types(branch.kind),
        (None, Some(member)) => VariantName::Member(member.to_owned()),
        (None, None) if !branch.vague_kind => VariantName::Types(branch.kind),
        (None, None) => VariantName::Position(branch.position),
    }
}

/// The names of the variants of a union, one for each branch, all different.
pub fn union_variant_names(branches: &[BranchFacts<'_>]) -> Vec<String> {
    let words: Vec<String> = branches.iter().map(|branch| variant_words(&variant_name(branch))).collect();
    variants(&words, &[])
}

/// The names of types that stand side by side in one module.
#[derive(Clone, Debug, Default)]
pub struct TypeNames {
    taken: BTreeSet<String>,
}

impl TypeNames {
    /// Takes a name that somebody chose, as it is.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// A name for the part of a type: the name of the type, and words for the way from it. Should it be taken, `kind`
    /// (`Object`, `Enum` and so on) follows, then a number.
    pub fn part(&mut self, owner: &str, words: &str, kind: &str) -> String {
        let wish = bounded(format!("{owner}{words}"));
        // One of so many names is free, whatever the prelude takes.
        let rounds = 2..self.taken.len() + PRELUDE.len() + 3;
        let name = [wish.clone(), format!("{wish}{kind}")]
            .into_iter()
            .chain(rounds.map(|round| format!("{wish}{kind}X{round}")))
            .find(|candidate| !self.taken.contains(candidate) && !is_in_prelude(candidate))
            .unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }
}

/// Whether a type of this name would hide one of the prelude.
pub fn is_in_prelude(name: &str) -> bool {
    PRELUDE.contains(&name)
}

/// The name of the field that keeps the undeclared members of an open object.
pub fn extra_field(fields: &[String]) -> String {
    kept_fields(0, true, fields).1.unwrap_or_default()
}

/// The names of the fields of a struct, by wire name.
pub fn fields(wires: &[String], reserved: &[&str]) -> Vec<String> {
    let words = |wire: &String| {
        let name = identifier(&ascii(wire).to_snake_case(), "n");
        if name.is_empty() {
            let spelled = spelled(wire).to_snake_case();
            return if spelled.is_empty() { "empty".to_owned() } else { keyword_safe(spelled) };
        }
        keyword_safe(name)
    };
    distinct(wires, reserved, words, |wire| keyword_safe(identifier(&spelled(wire).to_snake_case(), "n")), "_x")
}

/// The names of the variants of an enum, by wire text.
pub fn variants(wires: &[String], reserved: &[&str]) -> Vec<String> {
    distinct(wires, reserved, |wire| type_words(wire), |wire| type_words(&spelled(wire).to_upper_camel_case()), "X")
}

/// A name for each text: the plain one, or (where two would meet) one with the punctuation spelled out, or one with the
/// bytes of the text. A text that is its own plain name keeps it whatever else is there.
fn distinct(
    wires: &[String],
    reserved: &[&str],
    plain: impl Fn(&String) -> String,
    spelled: impl Fn(&String) -> String,
    separator: &str,
) -> Vec<String> {
    let mut taken: BTreeSet<String> = reserved.iter().map(|name| (*name).to_owned()).collect();
    let mut names: Vec<Option<String>> = vec![None; wires.len()];
    let mut order: Vec<usize> = (0..wires.len()).collect();
    order.sort_by_key(|index| plain(&wires[*index]) != wires[*index]);
    for index in order {
        let wire = &wires[index];
        let base = bounded(plain(wire));
        // In a long text the bytes say no more than a number does.
        let (spelled, bytes) =
            if wire.len() > MAX_NAME { (String::new(), index.to_string()) } else { (spelled(wire), hex(wire)) };
        let name = [base.clone(), spelled, format!("{base}{separator}{bytes}")]
            .into_iter()
            .chain(
                (0..=wires.len() + reserved.len())
                    .map(|round| format!("{base}{separator}{bytes}{separator}{round}")),
            )
            .find(|candidate| !candidate.is_empty() && !taken.contains(candidate))
            .unwrap_or_default();
        taken.insert(name.clone());
        names[index] = Some(name);
    }
    names.into_iter().flatten().collect()
}

/// The name of the field that keeps undeclared members, and of those that keep members by pattern.
pub(crate) fn kept_fields(patterns: usize, open: bool, fields: &[String]) -> (Vec<String>, Option<String>) {
    let free = |candidates: Vec<String>| {
        candidates
            .into_iter()
            .find(|candidate| !fields.contains(candidate))
            .unwrap_or_else(|| "members_kept_by_the_generated_type".to_owned())
    };
    let by_pattern = (0..patterns)
        .map(|index| {
            let base = if patterns == 1 {
                "matching".to_owned()
            } else {
                format!("matching_{}", ordinal(index).to_snake_case())
            };
            free(vec![base.clone(), format!("{base}_members"), format!("{base}_pattern_members")])
        })
        .collect();
    let extra = open
        .then(|| free(vec!["extra".to_owned(), "extra_members".to_owned(), "undeclared_extra_members".to_owned()]));
    (by_pattern, extra)
}

/// The name of a static, from the place of a schema.
pub(crate) fn table(module: &str, pointer: &str) -> String {
    let mut name = module.to_shouty_snake_case();
    let mut tokens = pointer.split('/').skip(1);
    while let Some(token) = tokens.next() {
        // The keyword is clear from what follows it.
        let word = match token {
            "properties" | "$defs" | "definitions" => tokens.next().unwrap_or(token),
            other => other,
        };
        let word = identifier(&ascii(word).to_shouty_snake_case(), "N");
        name.push('_');
        name.push_str(if word.is_empty() { "EMPTY" } else { &word });
    }
    if name.is_empty() { "ROOT".to_owned() } else { bounded(name) }
}

/// `First`, `Second` and so on; figures from the eleventh on.
pub(crate) fn ordinal(index: usize) -> String {
    const WORDS: [&str; 10] =
        ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth"];
    WORDS.get(index).map_or_else(|| format!("Number{}", index + 1), |word| (*word).to_owned())
}

/// Letters and digits of ASCII stay; other letters become `u` and their code; the rest separates words.
fn ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() {
            ascii.push(character);
        } else if character.is_alphanumeric() {
            ascii.push_str(&code(character));
        } else {
            ascii.push(' ');
        }
    }
    ascii
}

/// A text as an identifier: other characters dropped, a leading digit behind a prefix.
fn identifier(text: &str, digit: &str) -> String {
    let kept: String = text.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let kept = kept.trim_matches('_');
    if kept.starts_with(|c: char| c.is_ascii_digit()) {
        let digit = if digit.is_empty() { "N" } else { digit };
        return format!("{digit}{kept}");
    }
    kept.to_owned()
}

fn keyword_safe(name: String) -> String {
    if KEYWORDS.contains(&name.as_str()) { format!("{name}_") } else { name }
}

/// A text with its punctuation in words.
fn spelled(text: &str) -> String {
    let mut words = String::new();
    for character in text.chars() {
        let word = match character {
            '-' => "dash",
            '_' => "underscore",
            '.' => "dot",
            ' ' => "space",
            '$' => "dollar",
            '@' => "at",
            '#' => "hash",
            '/' => "slash",
            '\\' => "backslash",
            ':' => "colon",
            ';' => "semicolon",
            ',' => "comma",
            '*' => "star",
            '+' => "plus",
            '=' => "equals",
            '!' => "bang",
            '?' => "question",
            '%' => "percent",
            '&' => "and",
            '|' => "pipe",
            '<' => "less",
            '>' => "greater",
            '~' => "tilde",
            '^' => "caret",
            '\'' => "quote",
            '"' => "double_quote",
            '`' => "backtick",
            '(' => "open",
            ')' => "close",
            '[' => "open_bracket",
            ']' => "close_bracket",
            '{' => "open_brace",
            '}' => "close_brace",
            c if c.is_ascii_uppercase() => {
                words.push_str("_upper_");
                words.push(c.to_ascii_lowercase());
                continue;
            }
            c if c.is_ascii_alphanumeric() => {
                words.push(c);
                continue;
            }
            c => {
                words.push('_');
                words.push_str(&code(c));
                words.push('_');
                continue;
            }
        };
        words.push('_');
        words.push_str(word);
        words.push('_');
    }
    words
}

/// A character by its number.
fn code(character: char) -> String {
    format!("u{:x}", u32::from(character))
}

fn hex(text: &str) -> String {
    text.bytes()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}
