//! Builds the tables of a model at run time, by the rules that `contracts_runtime::schema` states.

use std::{collections::HashMap, sync::OnceLock};

use contracts_model::{
    Model,
    number::Number,
    schema::{Body, Dialect, Keywords, ResourceId, SchemaId, TypeSet},
    value::Value,
};
use contracts_runtime::{
    Json, NumberRef, Object, Pattern,
    number::Numbers,
    schema::{Keyword, Literal, Named, Resource, Schema, Types},
};

type Cell = &'static OnceLock<&'static Schema>;

/// What makes the tables that need a feature of the runtime.
#[derive(Clone, Copy)]
pub(crate) struct Optional {
    /// The `format` of a dialect.
    pub(crate) format: fn(Dialect, &str) -> Keyword,
    /// A pattern that backtracks: as the schema writes it, and translated.
    pub(crate) backtracking: fn(&'static str, &'static str) -> Pattern,
}

/// The tables of a model; they live for the rest of the process.
pub(crate) struct Tables<'m> {
    model: &'m Model,
    numbers: Numbers,
    optional: Option<Optional>,
    built: HashMap<SchemaId, &'static Schema>,
    cells: HashMap<SchemaId, Cell>,
    resources: HashMap<ResourceId, &'static Resource>,
    dynamic: bool,
}

impl<'m> Tables<'m> {
    /// Builds the tables of all schemas of a model. Without `optional`, formats assert nothing and all patterns have to be
    /// linear.
    pub(crate) fn build(model: &'m Model, numbers: Numbers, optional: Option<Optional>) -> Self {
        let dynamic = model
            .ids()
            .filter_map(|id| model.keywords(id)?.dynamic_reference.as_ref())
            .any(|reference| reference.anchor.is_some());
        let mut tables = Self {
            model,
            numbers,
            optional,
            built: HashMap::new(),
            cells: HashMap::new(),
            resources: HashMap::new(),
            dynamic,
        };
        let ids: Vec<_> = model.ids().collect();
        // Subschemas come after the schemas that they stand in.
        for id in ids.into_iter().rev() {
            let schema = tables.schema(id);
            tables.built.insert(id, schema);
        }
        for (id, cell) in &tables.cells {
            cell.set(tables.built[id]).expect("a cell is set once");
        }
        tables
    }

    /// The table of a schema of the model.
    pub(crate) fn get(&self, id: SchemaId) -> &'static Schema {
        self.built[&id]
    }

    fn dialect(&self, id: SchemaId) -> Dialect {
        self.model.resource(self.model.schema(id).resource).dialect
    }

    fn location(&self, id: SchemaId) -> &'static str {
        let place = &self.model.schema(id).place;
        text(&format!("{}#{}", place.file, place.pointer))
    }

    fn schema(&mut self, id: SchemaId) -> &'static Schema {
        let model = self.model;
        let keywords = match &model.schema(id).body {
            Body::Bool(true) => Vec::new(),
            Body::Bool(false) => vec![Keyword::Never],
            Body::Keywords(keywords) => self.keywords(id, keywords),
        };
        let resource = self.dynamic.then(|| self.resource(model.schema(id).resource));
        leak(Schema { location: self.location(id), keywords: leak_list(keywords), resource })
    }

    fn cell(&mut self, id: SchemaId) -> Cell {
        self.cells.entry(id).or_insert_with(|| leak(OnceLock::new()))
    }

    /// A schema that leads to another one, which may not be built yet.
    fn link(&mut self, id: SchemaId) -> &'static Schema {
        let keywords = leak_list(vec![Keyword::LateRef(self.cell(id))]);
        leak(Schema { location: self.location(id), keywords, resource: None })
    }

    fn resource(&mut self, id: ResourceId) -> &'static Resource {
        if let Some(resource) = self.resources.get(&id) {
            return resource;
        }
        let model = self.model;
        let anchors = model.resource(id).dynamic_anchors.iter();
        let dynamic_anchors = leak_list(anchors.map(|(name, schema)| (text(name), self.link(*schema))).collect());
        let resource = leak(Resource { dynamic_anchors });
        self.resources.insert(id, resource);
        resource
    }

    fn list(&self, ids: &[SchemaId]) -> &'static [&'static Schema] {
        leak_list(ids.iter().map(|id| self.get(*id)).collect())
    }

    /// A number that a schema lists, which is read as documents are.
    fn number(&self, number: &Number) -> NumberRef<'static> {
        Self::kept(read_number(number, self.numbers))
    }

    /// A bound, which is never rounded.
    fn bound(number: &Number) -> NumberRef<'static> {
        Self::kept(read_number(number, Numbers::Exact))
    }

    fn kept(number: contracts_runtime::Number) -> NumberRef<'static> {
        match number {
            contracts_runtime::Number::Unsigned(value) => NumberRef::Unsigned(value),
            contracts_runtime::Number::Negative(value) => NumberRef::Negative(value),
            contracts_runtime::Number::Float(value) => NumberRef::Float(value),
            contracts_runtime::Number::Decimal(value) => NumberRef::Decimal(leak(value)),
        }
    }

    fn literal(&self, value: &Value) -> Literal {
        match value {
            Value::Null => Literal::Null,
            Value::Bool(value) => Literal::Bool(*value),
            Value::Number(number) => Literal::Number(self.number(number)),
            Value::String(value) => Literal::String(text(value)),
            Value::Array(items) => Literal::Array(self.literals(items)),
            Value::Object(members) => Literal::Object(leak_list(
                members.iter().map(|(name, value)| (text(name), self.literal(value))).collect(),
            )),
        }
    }

    fn pattern(&self, pattern: &contracts_model::pattern::Pattern) -> &'static Pattern {
        let source = text(&pattern.source);
        leak(match (&pattern.translated, &pattern.backtracking, self.optional) {
            (None, Some(translated), Some(make)) => (make.backtracking)(source, text(translated)),
            // A pattern that nobody translated matches as it stands, or does not compile, which evaluation tells.
            (translated, ..) => Pattern::new(source, translated.as_deref().map_or(source, text)),
        })
    }

    fn literals(&self, values: &[Value]) -> &'static [Literal] {
        leak_list(values.iter().map(|value| self.literal(value)).collect())
    }

    fn keywords(&mut self, id: SchemaId, keywords: &Keywords) -> Vec<Keyword> {
        let mut table = self.assertions(keywords);
        if let (true, Some(format), Some(make)) = (keywords.asserts_format, &keywords.format, self.optional) {
            table.push((make.format)(self.dialect(id), format));
        }
        table.extend(self.child_applicators(keywords));
        table.extend(self.in_place_applicators(keywords));
        table.extend(keywords.unevaluated_items.map(|id| Keyword::UnevaluatedItems(self.get(id))));
        table.extend(keywords.unevaluated_properties.map(|id| Keyword::UnevaluatedProperties(self.get(id))));
        table
    }

    fn assertions(&self, keywords: &Keywords) -> Vec<Keyword> {
        let mut table = Vec::new();
        table.extend(keywords.types.map(|types| Keyword::Type(read_types(types))));
        table.extend(keywords.enumeration.as_ref().map(|values| Keyword::Enum(self.literals(values))));
        table.extend(keywords.constant.as_ref().map(|value| Keyword::Const(self.literal(value))));
        let bound = |number: &Option<Number>, keyword: fn(NumberRef<'static>) -> Keyword| {
            number.as_ref().map(|number| keyword(Self::bound(number)))
        };
        table.extend(bound(&keywords.minimum, Keyword::Minimum));
        table.extend(bound(&keywords.exclusive_minimum, Keyword::ExclusiveMinimum));
        table.extend(bound(&keywords.maximum, Keyword::Maximum));
        table.extend(bound(&keywords.exclusive_maximum, Keyword::ExclusiveMaximum));
        table.extend(bound(&keywords.multiple_of, Keyword::MultipleOf));
        table.extend(keywords.min_length.map(Keyword::MinLength));
        table.extend(keywords.max_length.map(Keyword::MaxLength));
        table.extend(keywords.pattern.as_ref().map(|source| Keyword::Pattern(self.pattern(source))));
        table.extend(keywords.min_items.map(Keyword::MinItems));
        table.extend(keywords.max_items.map(Keyword::MaxItems));
        table.extend(keywords.min_properties.map(Keyword::MinProperties));
        table.extend(keywords.max_properties.map(Keyword::MaxProperties));
        if !keywords.required.is_empty() {
            table.push(Keyword::Required(texts(&keywords.required)));
        }
        if !keywords.dependent_required.is_empty() {
            let list = keywords.dependent_required.iter();
            table.push(Keyword::DependentRequired(leak_list(
                list.map(|(name, needed)| (text(name), texts(needed))).collect(),
            )));
        }
        if keywords.unique_items {
            table.push(Keyword::UniqueItems);
        }
        table
    }

    fn child_applicators(&self, keywords: &Keywords) -> Vec<Keyword> {
        let mut table = Vec::new();
        if !keywords.prefix_items.is_empty() {
            table.push(Keyword::PrefixItems(self.list(&keywords.prefix_items)));
        }
        let from = keywords.prefix_items.len();
        table.extend(keywords.items.map(|id| Keyword::Items { from, schema: self.get(id) }));
        table.extend(keywords.contains.map(|id| Keyword::Contains {
            schema: self.get(id),
            min: keywords.min_contains.unwrap_or(1),
            max: keywords.max_contains,
            evaluates: self.dialect(self.model.schema(id).parent.unwrap_or(id)) != Dialect::Draft201909,
        }));
        if !keywords.properties.is_empty() {
            let list: Vec<Named> = keywords
                .properties
                .iter()
                .map(|property| (text(&property.name), self.get(property.schema)))
                .collect();
            table.push(Keyword::Properties(leak_list(list)));
        }
        let patterns: Vec<_> =
            keywords.pattern_properties.iter().map(|(source, id)| (self.pattern(source), self.get(*id))).collect();
        let sources = leak_list(patterns.iter().map(|(pattern, _)| *pattern).collect());
        if !patterns.is_empty() {
            table.push(Keyword::PatternProperties(leak_list(patterns)));
        }
        table.extend(keywords.additional_properties.map(|id| {
            let mut names: Vec<_> = keywords.properties.iter().map(|property| text(&property.name)).collect();
            names.sort_unstable();
            Keyword::AdditionalProperties { properties: leak_list(names), patterns: sources, schema: self.get(id) }
        }));
        table.extend(keywords.property_names.map(|id| Keyword::PropertyNames(self.get(id))));
        table
    }

    fn in_place_applicators(&mut self, keywords: &Keywords) -> Vec<Keyword> {
        let mut table = Vec::new();
        table.extend(keywords.reference.map(|id| Keyword::LateRef(self.cell(id))));
        table.extend(keywords.dynamic_reference.as_ref().map(|reference| match &reference.anchor {
            Some(anchor) => Keyword::DynamicRef { anchor: text(anchor), initial: self.link(reference.target) },
            None => Keyword::LateRef(self.cell(reference.target)),
        }));
        if !keywords.all_of.is_empty() {
            table.push(Keyword::AllOf(self.list(&keywords.all_of)));
        }
        table.extend(keywords.any_of.as_ref().map(|ids| Keyword::AnyOf(self.list(ids))));
        table.extend(keywords.one_of.as_ref().map(|ids| Keyword::OneOf(self.list(ids))));
        table.extend(keywords.not.map(|id| Keyword::Not(self.get(id))));
        table.extend(keywords.if_schema.map(|id| Keyword::If {
            condition: self.get(id),
            then: keywords.then_schema.map(|id| self.get(id)),
            otherwise: keywords.else_schema.map(|id| self.get(id)),
        }));
        if !keywords.dependent_schemas.is_empty() {
            let list = keywords.dependent_schemas.iter();
            let list = list.map(|(name, id)| (text(name), self.get(*id))).collect();
            table.push(Keyword::DependentSchemas(leak_list(list)));
        }
        table
    }
}

/// A value of a schema file or a document for the evaluator.
pub(crate) fn json(value: &Value, numbers: Numbers) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(number) => Json::Number(read_number(number, numbers)),
        Value::String(value) => Json::String(value.clone()),
        Value::Array(items) => Json::Array(items.iter().map(|item| json(item, numbers)).collect()),
        Value::Object(members) => Json::Object(
            members.iter().map(|(name, value)| (name.clone(), json(value, numbers))).collect::<Object>(),
        ),
    }
}

/// A number that no `f64` is near to is kept exactly in either way.
fn read_number(number: &Number, numbers: Numbers) -> contracts_runtime::Number {
    let text = number.as_str();
    numbers.read(text).or_else(|_| contracts_runtime::Number::parse_exact(text)).expect("a number of JSON")
}

fn read_types(types: TypeSet) -> Types {
    [
        (TypeSet::NULL, Types::NULL),
        (TypeSet::BOOLEAN, Types::BOOLEAN),
        (TypeSet::INTEGER, Types::INTEGER),
        (TypeSet::NUMBER, Types::NUMBER),
        (TypeSet::STRING, Types::STRING),
        (TypeSet::ARRAY, Types::ARRAY),
        (TypeSet::OBJECT, Types::OBJECT),
    ]
    .into_iter()
    .filter(|(set, _)| types.contains(*set))
    .fold(Types(0), |all, (_, one)| all.union(one))
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn leak_list<T>(list: Vec<T>) -> &'static [T] {
    list.leak()
}

fn text(value: &str) -> &'static str {
    String::leak(value.to_owned())
}

fn texts(values: &[String]) -> &'static [&'static str] {
    leak_list(values.iter().map(|value| text(value)).collect())
}
