//! Writes schemas as the static tables that the evaluator of `contracts-runtime` reads.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use contracts_model::{
    Model,
    number::Number,
    pattern::Pattern,
    schema::{Body, Dialect, Keywords, SchemaId, TypeSet},
    value::Value,
};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::{Settings, conjunction::Conjunction, keyword_set::KeywordSet, names, shape::Rest};

/// Some keywords of some schemas, for values of some types: what one table holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Excerpt {
    keywords: Vec<(SchemaId, KeywordSet)>,
    types: TypeSet,
}

/// The tables that the generated code refers to. Asking for one makes sure that it is written.
pub(crate) struct Tables<'m> {
    model: &'m Model,
    settings: &'m Settings,
    /// Path of the module of the tables from where items stand.
    path: TokenStream,
    names: BTreeMap<Excerpt, Ident>,
    taken: BTreeSet<String>,
    /// Per name the number that the next table of that name gets.
    next: BTreeMap<String, usize>,
    /// Whether the table of the schema that accepts everything is referred to.
    any: bool,
    queue: VecDeque<Excerpt>,
    patterns: BTreeMap<String, (Ident, Pattern)>,
    /// Formats that are asserted, with the dialect that says what they mean.
    formats: BTreeMap<(Dialect, String), Ident>,
    /// Numbers that no `u64`, `i64` or `f64` equals, by their text.
    decimals: BTreeMap<String, Ident>,
    literals: Vec<(Ident, TokenStream)>,
    dynamic: bool,
    /// Whether anything asks for annotations, so that keywords which refuse nothing still matter.
    annotations: bool,
    resources: BTreeMap<usize, Ident>,
}

impl<'m> Tables<'m> {
    pub(crate) fn new(model: &'m Model, settings: &'m Settings, path: TokenStream) -> Self {
        let dynamic = model.ids().any(|id| {
            model.keywords(id).is_some_and(|keywords| {
                keywords.dynamic_reference.as_ref().is_some_and(|dynamic| dynamic.anchor.is_some())
            })
        });
        let annotations = model.ids().any(|id| {
            model.keywords(id).is_some_and(|keywords| {
                keywords.unevaluated_items.is_some() || keywords.unevaluated_properties.is_some()
            })
        });
        Self {
            model,
            settings,
            path,
            names: BTreeMap::new(),
            taken: BTreeSet::from(["ANY".to_owned()]),
            next: BTreeMap::new(),
            any: false,
            queue: VecDeque::new(),
            patterns: BTreeMap::new(),
            formats: BTreeMap::new(),
            decimals: BTreeMap::new(),
            literals: Vec::new(),
            dynamic,
            annotations,
            resources: BTreeMap::new(),
        }
    }

    /// Path of the table of a schema.
    pub(crate) fn schema(&mut self, schema: SchemaId) -> TokenStream {
        let name = self.name(Excerpt { keywords: vec![(schema, KeywordSet::ALL)], types: TypeSet::ANY }, "");
        self.at(&name)
    }

    /// Path of the table of a conjunction.
    pub(crate) fn conjunction(&mut self, conjunction: &Conjunction) -> TokenStream {
        if conjunction.is_trivial() {
            self.any = true;
            let path = &self.path;
            return quote!(#path ANY);
        }
        let keywords =
            conjunction.parts().iter().map(|part| (part.schema, KeywordSet::ALL.without(part.without))).collect();
        let name = self.name(Excerpt { keywords, types: conjunction.types() }, "PART");
        self.at(&name)
    }

    /// An `Option` of a reference to the table of what a type does not hold.
    pub(crate) fn rest(&mut self, rest: &Rest) -> TokenStream {
        if let Some(table) = self.rest_table(rest) { quote!(Some(&#table)) } else { quote!(None) }
    }

    /// The table of what a type does not hold, where that is anything.
    pub(crate) fn rest_table(&mut self, rest: &Rest) -> Option<TokenStream> {
        if rest.is_empty() {
            return None;
        }
        let mut keywords = rest.keywords.clone();
        if let [(schema, set)] = keywords.as_mut_slice()
            && let Some(own) = self.model.keywords(*schema)
            && KeywordSet::of(own).without(*set) == KeywordSet::TYPE
        {
            // The type is checked once more, which costs less than a table of its own.
            *set = KeywordSet::ALL;
        }
        let name = self.name(Excerpt { keywords, types: TypeSet::ANY }, "REST");
        Some(self.at(&name))
    }

    /// Path of the compiled form of a pattern.
    pub(crate) fn pattern(&mut self, pattern: &Pattern) -> TokenStream {
        let name = self.pattern_name(pattern);
        self.at(&name)
    }

    /// Path of a static list of literals.
    pub(crate) fn literals(&mut self, owner: &str, values: &[&Value]) -> TokenStream {
        let base = format!("{}_VALUES", names::table(owner, ""));
        let name = self.free(&base);
        let values: Vec<_> = values.iter().map(|value| self.literal(value)).collect();
        self.literals.push((name.clone(), quote!([#(#values),*])));
        self.at(&name)
    }

    /// A path from where items stand.
    fn at(&self, name: &Ident) -> TokenStream {
        let path = &self.path;
        quote!(#path #name)
    }

    /// Where a keyword of a schema stands, as text.
    pub(crate) fn location(&self, schema: SchemaId, keyword: &str) -> String {
        format!("{}/{keyword}", self.model.location(schema))
    }

    fn resource(&mut self, index: usize) -> Ident {
        if let Some(name) = self.resources.get(&index) {
            return name.clone();
        }
        let name = self.free(&format!("RESOURCE_{}", self.resources.len() + 1));
        self.resources.insert(index, name.clone());
        name
    }

    fn free(&mut self, base: &str) -> Ident {
        let mut name = base.to_owned();
        let next = self.next.entry(name.clone()).or_insert(2);
        while !self.taken.insert(name.clone()) {
            name = format!("{base}_{next}");
            *next += 1;
        }
        Ident::new(&name, Span::call_site())
    }

    fn name(&mut self, mut excerpt: Excerpt, suffix: &str) -> Ident {
        for (schema, set) in &mut excerpt.keywords {
            if self.model.keywords(*schema).is_none_or(|own| KeywordSet::of(own).without(*set).is_empty()) {
                *set = KeywordSet::ALL;
            }
        }
        if let Some(name) = self.names.get(&excerpt) {
            return name.clone();
        }
        let first = excerpt.keywords.first().map(|(schema, _)| *schema);
        let base = first.map_or_else(String::new, |schema| {
            let place = &self.model.schema(schema).place;
            let module = self
                .model
                .documents()
                .iter()
                .position(|document| document.name == place.file)
                .and_then(|document| self.settings.documents.get(document))
                .map_or("schema", |document| document.module.as_str());
            names::table(module, &place.pointer)
        });
        let whole = matches!(excerpt.keywords.as_slice(), [(_, set)] if *set == KeywordSet::ALL)
            && excerpt.types == TypeSet::ANY;
        let base = match (whole, suffix) {
            (true, _) | (_, "") => base,
            (_, suffix) if base.is_empty() => suffix.to_owned(),
            (_, suffix) => format!("{base}_{suffix}"),
        };
        let name = self.free(&base);
        self.names.insert(excerpt.clone(), name.clone());
        self.queue.push_back(excerpt);
        name
    }

    fn pattern_name(&mut self, pattern: &Pattern) -> Ident {
        if let Some((name, _)) = self.patterns.get(&pattern.source) {
            return name.clone();
        }
        let name = self.free(&format!("PATTERN_{}", self.patterns.len() + 1));
        self.patterns.insert(pattern.source.clone(), (name.clone(), pattern.clone()));
        name
    }

    /// The name of a format of a dialect.
    fn format_name(&mut self, dialect: Dialect, format: &str) -> Ident {
        let key = (dialect, format.to_owned());
        if let Some(name) = self.formats.get(&key) {
            return name.clone();
        }
        let name = self.free(&format!("FORMAT_{}", self.formats.len() + 1));
        self.formats.insert(key, name.clone());
        name
    }

    /// The contents of the module of the tables: everything asked for, and what that refers to.
    pub(crate) fn into_items(mut self) -> TokenStream {
        let mut statics = Vec::new();
        let mut anchors = Vec::new();
        let mut written = BTreeSet::new();
        loop {
            while let Some(excerpt) = self.queue.pop_front() {
                let name = self.names[&excerpt].clone();
                let table = self.table(&excerpt);
                statics.push(quote!(pub(super) static #name: Schema = #table;));
            }
            // Anchors may lead to schemas that nothing else refers to, and those to other resources.
            let next = self.resources.iter().find(|(index, _)| !written.contains(*index));
            let Some((index, name)) = next.map(|(index, name)| (*index, name.clone())) else { break };
            written.insert(index);
            let model = self.model;
            let entries: Vec<_> = model.resources()[index]
                .dynamic_anchors
                .iter()
                .map(|(anchor, schema)| {
                    let target = self.reference(*schema);
                    quote!((#anchor, #target))
                })
                .collect();
            anchors.push(quote!(static #name: Resource = Resource { dynamic_anchors: &[#(#entries),*] };));
        }
        let patterns = self.patterns.iter().map(|(source, (name, pattern))| {
            let value = if let Some(text) = &pattern.backtracking {
                quote!(rt::backtracking_pattern!(#source, #text))
            } else {
                let text = &pattern.translated;
                quote!(Pattern::new(#source, #text))
            };
            quote!(pub(super) static #name: Pattern = #value;)
        });
        let runtime = Ident::new(&self.settings.runtime, Span::call_site());
        let formats = self.formats.iter().map(|((dialect, format), name)| {
            let draft = Ident::new(draft(*dialect), Span::call_site());
            quote!(static #name: rt::format::Format = rt::format::Format::new(rt::format::Draft::#draft, #format);)
        });
        let required = (!self.formats.is_empty()).then(|| quote!(::#runtime::require_formats!();));
        let decimals = self
            .decimals
            .iter()
            .map(|(text, name)| quote!(pub(super) static #name: Decimal = Decimal::from_static(#text);));
        let literals =
            self.literals.iter().map(|(name, values)| quote!(pub(super) static #name: &[Literal] = &#values;));
        let any = self.any.then(|| {
            quote!(
                pub(super) static ANY: Schema = Schema::ANY;
            )
        });
        quote!(#required #(#patterns)* #(#formats)* #(#decimals)* #(#literals)* #any #(#anchors)* #(#statics)*)
    }

    /// A reference to the table of a schema, from within the tables.
    fn reference(&mut self, schema: SchemaId) -> TokenStream {
        let name = self.name(Excerpt { keywords: vec![(schema, KeywordSet::ALL)], types: TypeSet::ANY }, "");
        quote!(&#name)
    }

    fn references(&mut self, schemas: &[SchemaId]) -> TokenStream {
        let references: Vec<_> = schemas.iter().map(|schema| self.reference(*schema)).collect();
        quote!(&[#(#references),*])
    }

    fn table(&mut self, excerpt: &Excerpt) -> TokenStream {
        let location =
            excerpt.keywords.first().map_or_else(String::new, |(schema, _)| self.model.location(*schema));
        let mut keywords = Vec::new();
        if excerpt.types != TypeSet::ANY {
            let types = types(excerpt.types);
            keywords.push(quote!(K::Type(#types)));
        }
        let mut resource = None;
        if let [(schema, set)] = excerpt.keywords.as_slice() {
            keywords.extend(self.keywords(*schema, *set));
            if self.dynamic {
                let index = self.model.schema(*schema).resource.index();
                if !self.model.resources()[index].dynamic_anchors.is_empty() {
                    resource = Some(self.resource(index));
                }
            }
        } else {
            for (schema, set) in &excerpt.keywords {
                let part = Excerpt { keywords: vec![(*schema, *set)], types: TypeSet::ANY };
                let name = self.name(part, "PART");
                keywords.push(quote!(K::Ref(&#name)));
            }
        }
        match resource {
            None => quote!(Schema::new(#location, &[#(#keywords),*])),
            Some(resource) => quote!(Schema::in_resource(#location, &[#(#keywords),*], &#resource)),
        }
    }

    /// Some keywords of a schema, in the order of evaluation.
    fn keywords(&mut self, schema: SchemaId, set: KeywordSet) -> Vec<TokenStream> {
        let keywords: &'m Keywords = match &self.model.schema(schema).body {
            Body::Bool(true) => return Vec::new(),
            Body::Bool(false) => return vec![quote!(K::Never)],
            Body::Keywords(keywords) => keywords,
        };
        let set = KeywordSet::of(keywords).intersection(set);
        let mut written = Vec::new();
        self.any_type(schema, keywords, set, &mut written);
        self.numbers_and_strings(keywords, set, &mut written);
        if set.intersects(KeywordSet::PATTERN)
            && let Some(pattern) = &keywords.pattern
        {
            let name = self.pattern_name(pattern);
            written.push(quote!(K::Pattern(&#name)));
        }
        if set.intersects(KeywordSet::FORMAT)
            && let Some(format) = &keywords.format
        {
            let dialect = self.model.resource(self.model.schema(schema).resource).dialect;
            let name = self.format_name(dialect, format);
            written.push(quote!(K::Format(&#name)));
        }
        counts(keywords, set, &mut written);
        self.arrays(schema, keywords, set, &mut written);
        self.objects(keywords, set, &mut written);
        self.in_place(keywords, set, &mut written);
        if set.intersects(KeywordSet::UNEVALUATED_ITEMS)
            && let Some(schema) = keywords.unevaluated_items
        {
            let schema = self.reference(schema);
            written.push(quote!(K::UnevaluatedItems(#schema)));
        }
        if set.intersects(KeywordSet::UNEVALUATED_PROPERTIES)
            && let Some(schema) = keywords.unevaluated_properties
        {
            let schema = self.reference(schema);
            written.push(quote!(K::UnevaluatedProperties(#schema)));
        }
        written
    }

    fn any_type(&mut self, schema: SchemaId, keywords: &Keywords, set: KeywordSet, written: &mut Vec<TokenStream>) {
        if set.intersects(KeywordSet::TYPE)
            && let Some(own) = keywords.types
        {
            let types = types(own);
            written.push(quote!(K::Type(#types)));
        }
        if set.intersects(KeywordSet::ENUM)
            && let Some(values) = &keywords.enumeration
        {
            let strings: Option<Vec<&str>> = values.iter().map(Value::as_str).collect();
            match strings {
                Some(strings) if self.settings.fail_closed(schema).is_some() => {
                    written.push(quote!(K::FailClosedEnum(&[#(#strings),*])));
                }
                _ => {
                    let values: Vec<_> =
                        values.iter().map(|value| self.settings.as_read(self.model, schema, value)).collect();
                    let values: Vec<_> = values.iter().map(|value| self.literal(value)).collect();
                    written.push(quote!(K::Enum(&[#(#values),*])));
                }
            }
        }
        if set.intersects(KeywordSet::CONST)
            && let Some(value) = &keywords.constant
        {
            let value = self.literal(&self.settings.as_read(self.model, schema, value));
            written.push(quote!(K::Const(#value)));
        }
    }

    fn arrays(&mut self, owner: SchemaId, keywords: &Keywords, set: KeywordSet, written: &mut Vec<TokenStream>) {
        if set.intersects(KeywordSet::PREFIX_ITEMS) {
            let schemas = self.references(&keywords.prefix_items);
            written.push(quote!(K::PrefixItems(#schemas)));
        }
        if set.intersects(KeywordSet::ITEMS)
            && let Some(schema) = keywords.items
        {
            let schema = self.reference(schema);
            let from = Literal::usize_unsuffixed(keywords.prefix_items.len());
            written.push(quote!(K::Items { from: #from, schema: #schema }));
        }
        if set.intersects(KeywordSet::CONTAINS)
            && let Some(schema) = keywords.contains
        {
            let schema = self.reference(schema);
            let min = Literal::u64_unsuffixed(keywords.min_contains.unwrap_or(1));
            let max = keywords
                .max_contains
                .map(Literal::u64_unsuffixed)
                .map_or_else(|| quote!(None), |max| quote!(Some(#max)));
            let resource = self.model.schema(owner).resource;
            let evaluates = self.model.resource(resource).dialect != Dialect::Draft201909;
            written.push(quote!(K::Contains { schema: #schema, min: #min, max: #max, evaluates: #evaluates }));
        }
    }

    fn objects(&mut self, keywords: &Keywords, set: KeywordSet, written: &mut Vec<TokenStream>) {
        if set.intersects(KeywordSet::PROPERTIES) {
            let named = self.named(keywords.properties.iter().map(|property| (&property.name, property.schema)));
            written.push(quote!(K::Properties(#named)));
        }
        let patterns: Vec<_> = keywords
            .pattern_properties
            .iter()
            .map(|(pattern, schema)| (self.pattern_name(pattern), *schema))
            .collect();
        if set.intersects(KeywordSet::PATTERN_PROPERTIES) {
            let entries: Vec<_> = patterns
                .iter()
                .map(|(pattern, schema)| {
                    let schema = self.reference(*schema);
                    quote!((&#pattern, #schema))
                })
                .collect();
            written.push(quote!(K::PatternProperties(&[#(#entries),*])));
        }
        if set.intersects(KeywordSet::ADDITIONAL_PROPERTIES)
            && let Some(schema) = keywords.additional_properties
            && (self.annotations || !matches!(self.model.schema(schema).body, Body::Bool(true)))
        {
            let schema = self.reference(schema);
            let mut properties: Vec<&str> =
                keywords.properties.iter().map(|property| property.name.as_str()).collect();
            properties.sort_unstable();
            let patterns = patterns.iter().map(|(pattern, _)| pattern);
            written.push(quote!(K::AdditionalProperties {
                properties: &[#(#properties),*],
                patterns: &[#(&#patterns),*],
                schema: #schema
            }));
        }
        if set.intersects(KeywordSet::PROPERTY_NAMES)
            && let Some(schema) = keywords.property_names
        {
            let schema = self.reference(schema);
            written.push(quote!(K::PropertyNames(#schema)));
        }
    }

    fn in_place(&mut self, keywords: &Keywords, set: KeywordSet, written: &mut Vec<TokenStream>) {
        if set.intersects(KeywordSet::REF)
            && let Some(target) = keywords.reference
        {
            let target = self.reference(target);
            written.push(quote!(K::Ref(#target)));
        }
        if set.intersects(KeywordSet::DYNAMIC_REF)
            && let Some(dynamic) = &keywords.dynamic_reference
        {
            let target = self.reference(dynamic.target);
            written.push(dynamic.anchor.as_ref().map_or_else(
                || quote!(K::Ref(#target)),
                |anchor| quote!(K::DynamicRef { anchor: #anchor, initial: #target }),
            ));
        }
        if set.intersects(KeywordSet::ALL_OF) {
            let schemas = self.references(&keywords.all_of);
            written.push(quote!(K::AllOf(#schemas)));
        }
        if set.intersects(KeywordSet::ANY_OF)
            && let Some(branches) = &keywords.any_of
        {
            let schemas = self.references(branches);
            written.push(quote!(K::AnyOf(#schemas)));
        }
        if set.intersects(KeywordSet::ONE_OF)
            && let Some(branches) = &keywords.one_of
        {
            let schemas = self.references(branches);
            written.push(quote!(K::OneOf(#schemas)));
        }
        if set.intersects(KeywordSet::NOT)
            && let Some(schema) = keywords.not
        {
            let schema = self.reference(schema);
            written.push(quote!(K::Not(#schema)));
        }
        if set.intersects(KeywordSet::IF)
            && let Some(condition) = keywords.if_schema
        {
            let condition = self.reference(condition);
            let then = self.optional(keywords.then_schema);
            let otherwise = self.optional(keywords.else_schema);
            written.push(quote!(K::If { condition: #condition, then: #then, otherwise: #otherwise }));
        }
        if set.intersects(KeywordSet::DEPENDENT_SCHEMAS) {
            let named = self.named(keywords.dependent_schemas.iter().map(|(name, schema)| (name, *schema)));
            written.push(quote!(K::DependentSchemas(#named)));
        }
    }

    fn optional(&mut self, schema: Option<SchemaId>) -> TokenStream {
        let Some(schema) = schema else { return quote!(None) };
        let schema = self.reference(schema);
        quote!(Some(#schema))
    }

    fn named<'a>(&mut self, schemas: impl Iterator<Item = (&'a String, SchemaId)>) -> TokenStream {
        let entries: Vec<_> = schemas
            .map(|(name, schema)| {
                let schema = self.reference(schema);
                quote!((#name, #schema))
            })
            .collect();
        quote!(&[#(#entries),*])
    }
}

fn counts(keywords: &Keywords, set: KeywordSet, written: &mut Vec<TokenStream>) {
    counted(
        [
            (KeywordSet::MIN_ITEMS, keywords.min_items, "MinItems"),
            (KeywordSet::MAX_ITEMS, keywords.max_items, "MaxItems"),
            (KeywordSet::MIN_PROPERTIES, keywords.min_properties, "MinProperties"),
            (KeywordSet::MAX_PROPERTIES, keywords.max_properties, "MaxProperties"),
        ],
        set,
        written,
    );
    if set.intersects(KeywordSet::REQUIRED) {
        let names = &keywords.required;
        written.push(quote!(K::Required(&[#(#names),*])));
    }
    if set.intersects(KeywordSet::DEPENDENT_REQUIRED) {
        let entries = keywords.dependent_required.iter().map(|(name, required)| quote!((#name, &[#(#required),*])));
        written.push(quote!(K::DependentRequired(&[#(#entries),*])));
    }
    if set.intersects(KeywordSet::UNIQUE_ITEMS) {
        written.push(quote!(K::UniqueItems));
    }
}

fn counted<const N: usize>(
    keywords: [(KeywordSet, Option<u64>, &str); N],
    set: KeywordSet,
    written: &mut Vec<TokenStream>,
) {
    for (keyword, value, variant) in keywords {
        if set.intersects(keyword)
            && let Some(value) = value
        {
            let variant = Ident::new(variant, Span::call_site());
            let value = Literal::u64_unsuffixed(value);
            written.push(quote!(K::#variant(#value)));
        }
    }
}

/// The name of a dialect in the runtime.
fn draft(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Draft4 => "Draft4",
        Dialect::Draft6 => "Draft6",
        Dialect::Draft7 => "Draft7",
        Dialect::Draft201909 => "Draft201909",
        Dialect::Draft202012 => "Draft202012",
    }
}

/// A set of types as the bit mask of the runtime.
pub(crate) fn types(types: TypeSet) -> TokenStream {
    let mask = [
        (TypeSet::NULL, 1_u8),
        (TypeSet::BOOLEAN, 2),
        (TypeSet::INTEGER, 4),
        (TypeSet::NUMBER, 8),
        (TypeSet::STRING, 16),
        (TypeSet::ARRAY, 32),
        (TypeSet::OBJECT, 64),
    ]
    .into_iter()
    .filter(|(own, _)| types.contains(*own))
    .fold(0, |mask, (_, bit)| mask | bit);
    let mask = Literal::u8_unsuffixed(mask);
    quote!(Types(#mask))
}

impl Tables<'_> {
    fn numbers_and_strings(&mut self, keywords: &Keywords, set: KeywordSet, written: &mut Vec<TokenStream>) {
        for (keyword, value, variant) in [
            (KeywordSet::MINIMUM, &keywords.minimum, "Minimum"),
            (KeywordSet::EXCLUSIVE_MINIMUM, &keywords.exclusive_minimum, "ExclusiveMinimum"),
            (KeywordSet::MAXIMUM, &keywords.maximum, "Maximum"),
            (KeywordSet::EXCLUSIVE_MAXIMUM, &keywords.exclusive_maximum, "ExclusiveMaximum"),
            (KeywordSet::MULTIPLE_OF, &keywords.multiple_of, "MultipleOf"),
        ] {
            if set.intersects(keyword)
                && let Some(value) = value
            {
                let variant = Ident::new(variant, Span::call_site());
                let value = self.number(value);
                written.push(quote!(K::#variant(#value)));
            }
        }
        counted(
            [
                (KeywordSet::MIN_LENGTH, keywords.min_length, "MinLength"),
                (KeywordSet::MAX_LENGTH, keywords.max_length, "MaxLength"),
            ],
            set,
            written,
        );
    }

    fn number(&mut self, number: &Number) -> TokenStream {
        if let Some(value) = number.as_u64() {
            let value = Literal::u64_unsuffixed(value);
            return quote!(NumberRef::Unsigned(#value));
        }
        if let Some(value) = number.as_i64() {
            let value = Literal::i64_unsuffixed(value);
            return quote!(NumberRef::Negative(#value));
        }
        if let Some(double) = number.as_f64() {
            let value = Literal::f64_unsuffixed(double);
            return quote!(NumberRef::Float(#value));
        }
        // A number that no f64 equals is kept as it is written: rounded, it would move a bound.
        let text = number.as_str();
        let known = self.decimals.get(text).cloned();
        let name = known.unwrap_or_else(|| {
            let name = self.free(&format!("DECIMAL_{}", self.decimals.len() + 1));
            self.decimals.insert(text.to_owned(), name.clone());
            name
        });
        quote!(NumberRef::Decimal(&#name))
    }

    fn literal(&mut self, value: &Value) -> TokenStream {
        match value {
            Value::Null => quote!(Literal::Null),
            Value::Bool(value) => quote!(Literal::Bool(#value)),
            Value::Number(value) => {
                let value = self.number(value);
                quote!(Literal::Number(#value))
            }
            Value::String(text) => quote!(Literal::String(#text)),
            Value::Array(items) => {
                let items: Vec<_> = items.iter().map(|item| self.literal(item)).collect();
                quote!(Literal::Array(&[#(#items),*]))
            }
            Value::Object(members) => {
                let members: Vec<_> = members
                    .iter()
                    .map(|(name, value)| {
                        let value = self.literal(value);
                        quote!((#name, #value))
                    })
                    .collect();
                quote!(Literal::Object(&[#(#members),*]))
            }
        }
    }
}
