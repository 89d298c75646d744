//! Reads the schemas of both versions into one [`Graph`].

use std::{collections::HashMap, rc::Rc};

use contracts_model::{
    number::Number,
    schema::{Body, Dialect, DynamicReference, Keywords, SchemaId, TypeSet},
    value::Value,
};

use super::{
    Subject, Version, classes,
    exact::{self, Exact},
    graph::{
        Assertion, Barrier, Contains, Graph, ItemList, Names, Node, Patterns, PropertyMap, Values, class_of_index,
    },
    literal::Class,
    omission::Omission,
};

/// Reads everything that the two roots reach, OLD without an assertion if one is given; gives the graph and the
/// classes of the roots.
pub(super) fn lower(old: Subject<'_>, new: Subject<'_>, omission: Option<&Omission>) -> (Graph, Class, Class) {
    let mut lowering = Lowering::default();
    let roots = [(Version::Old, old), (Version::New, new)].map(|(version, subject)| {
        let root = lowering.visit(version, subject.root);
        while let Some((version, schema)) = lowering.todo.pop() {
            let omission = omission.filter(|omission| version == Version::Old && omission.schema == schema);
            let assertions = Reader { lowering: &mut lowering, version, subject, schema, omission }.read();
            let index = lowering.known[&(version, schema)].0 as usize;
            lowering.nodes[index].assertions = assertions.into();
        }
        root
    });
    let Lowering { nodes, names, values, patterns, .. } = lowering;
    let (nodes, class) = classes::merge(nodes);
    let [old, new] = roots.map(|root| class[root.0 as usize]);
    (Graph::new(nodes, names, values, patterns), old, new)
}

#[derive(Default)]
struct Lowering {
    /// The number of each schema; a [`Class`] means such a number until equal schemas are merged.
    known: HashMap<(Version, SchemaId), Class>,
    nodes: Vec<Node>,
    todo: Vec<(Version, SchemaId)>,
    names: Names,
    values: Values,
    patterns: Patterns,
}

impl Lowering {
    fn visit(&mut self, version: Version, schema: SchemaId) -> Class {
        let (known, nodes, todo) = (&mut self.known, &mut self.nodes, &mut self.todo);
        *known.entry((version, schema)).or_insert_with(|| {
            todo.push((version, schema));
            nodes.push(Node {
                assertions: Rc::new([]),
                types: TypeSet::ANY,
                loops: false,
                origin: (version, schema),
            });
            class_of_index(nodes.len() - 1)
        })
    }
}

struct Reader<'r, 'm> {
    lowering: &'r mut Lowering,
    version: Version,
    subject: Subject<'m>,
    schema: SchemaId,
    omission: Option<&'r Omission>,
}

const TOO_MANY_DIGITS: &str = "the number is beyond what a document can hold";

impl Reader<'_, '_> {
    fn dialect(&self) -> Dialect {
        let model = self.subject.model;
        model.resource(model.schema(self.schema).resource).dialect
    }

    fn child(&mut self, schema: SchemaId) -> Class {
        self.lowering.visit(self.version, schema)
    }

    fn children(&mut self, schemas: &[SchemaId]) -> Rc<[Class]> {
        schemas.iter().map(|schema| self.child(*schema)).collect()
    }

    fn read(&mut self) -> Vec<Assertion> {
        let schema = self.subject.model.schema(self.schema);
        let keywords = match &schema.body {
            Body::Bool(true) => return Vec::new(),
            Body::Bool(false) => return vec![Assertion::Types(TypeSet::NONE)],
            Body::Keywords(keywords) => keywords,
        };
        let without;
        let keywords = match self.omission {
            Some(omission) => {
                without = omission.apply(keywords);
                &without
            }
            None => keywords,
        };
        let mut assertions = Vec::new();
        self.any_type(keywords, &mut assertions);
        numbers(keywords, &mut assertions);
        self.strings(keywords, &mut assertions);
        self.arrays(keywords, &mut assertions);
        self.objects(keywords, &mut assertions);
        self.in_place(keywords, &mut assertions);
        assertions
    }

    fn any_type(&mut self, keywords: &Keywords, assertions: &mut Vec<Assertion>) {
        assertions.extend(keywords.types.map(Assertion::Types));
        let whole = |types: TypeSet| types.contains(TypeSet::INTEGER) && !types.contains(TypeSet::NUMBER);
        if keywords.types.is_some_and(whole) && self.dialect() == Dialect::Draft4 {
            assertions.push(Assertion::WrittenWhole);
        }
        if let Some(members) = &keywords.enumeration {
            assertions.push(self.members(members));
        }
        if let Some(constant) = &keywords.constant {
            assertions.push(self.members(std::slice::from_ref(constant)));
        }
        if let Some(format) = keywords.format.as_ref().filter(|_| keywords.asserts_format) {
            let why = "the prover does not know which strings an asserted format takes";
            let barrier = Barrier { construct: "format", why };
            assertions.push(Assertion::Opaque(TypeSet::STRING, barrier, Some(format.as_str().into())));
        }
    }

    fn members(&mut self, members: &[Value]) -> Assertion {
        let mut ids: Vec<_> = members.iter().map(|member| self.lowering.values.intern(member)).collect();
        ids.sort_unstable();
        ids.dedup();
        Assertion::Enum(ids.into())
    }

    fn strings(&mut self, keywords: &Keywords, assertions: &mut Vec<Assertion>) {
        assertions.extend(keywords.min_length.filter(|min| *min > 0).map(Assertion::MinLength));
        assertions.extend(keywords.max_length.map(Assertion::MaxLength));
        if let Some(pattern) = &keywords.pattern {
            assertions.push(Assertion::Pattern(self.lowering.patterns.intern(pattern)));
        }
    }

    fn arrays(&mut self, keywords: &Keywords, assertions: &mut Vec<Assertion>) {
        assertions.extend(keywords.min_items.filter(|min| *min > 0).map(Assertion::MinItems));
        assertions.extend(keywords.max_items.map(Assertion::MaxItems));
        if !keywords.prefix_items.is_empty() || keywords.items.is_some() {
            let prefix = keywords.prefix_items.iter().map(|schema| self.child(*schema)).collect();
            let rest = keywords.items.map(|schema| self.child(schema));
            assertions.push(Assertion::Items(Rc::new(ItemList { prefix, rest })));
        }
        if let Some(schema) = keywords.contains {
            let evaluates = self.dialect() == Dialect::Draft202012;
            let (min, max) = (keywords.min_contains.unwrap_or(1), keywords.max_contains);
            assertions.push(Assertion::Contains(Contains { schema: self.child(schema), min, max, evaluates }));
        }
        if keywords.unique_items {
            assertions.push(Assertion::UniqueItems);
        }
        if let Some(schema) = keywords.unevaluated_items {
            assertions.push(Assertion::UnevaluatedItems(self.child(schema)));
        }
    }

    fn objects(&mut self, keywords: &Keywords, assertions: &mut Vec<Assertion>) {
        assertions.extend(keywords.min_properties.filter(|min| *min > 0).map(Assertion::MinProperties));
        assertions.extend(keywords.max_properties.map(Assertion::MaxProperties));
        let some = !keywords.properties.is_empty() || !keywords.pattern_properties.is_empty();
        if some || keywords.additional_properties.is_some() {
            let mut map = PropertyMap::default();
            for property in &keywords.properties {
                map.properties.push((self.lowering.names.intern(&property.name), self.child(property.schema)));
            }
            map.properties.sort_unstable();
            for (pattern, schema) in &keywords.pattern_properties {
                map.patterns.push((self.lowering.patterns.intern(pattern), self.child(*schema)));
            }
            map.patterns.sort_unstable();
            map.additional = keywords.additional_properties.map(|schema| self.child(schema));
            assertions.push(Assertion::Properties(Rc::new(map)));
        }
        if let Some(schema) = keywords.property_names {
            assertions.push(Assertion::PropertyNames(self.child(schema)));
        }
        for name in &keywords.required {
            assertions.push(Assertion::Required(self.lowering.names.intern(name)));
        }
        for (name, names) in &keywords.dependent_required {
            let mut names: Vec<_> = names.iter().map(|name| self.lowering.names.intern(name)).collect();
            names.sort_unstable();
            assertions.push(Assertion::DependentRequired(self.lowering.names.intern(name), names.into()));
        }
        for (name, schema) in &keywords.dependent_schemas {
            let name = self.lowering.names.intern(name);
            assertions.push(Assertion::DependentSchema(name, self.child(*schema)));
        }
        if let Some(schema) = keywords.unevaluated_properties {
            assertions.push(Assertion::UnevaluatedProperties(self.child(schema)));
        }
    }

    fn in_place(&mut self, keywords: &Keywords, assertions: &mut Vec<Assertion>) {
        if let Some(schema) = keywords.reference {
            assertions.push(Assertion::Same(self.child(schema)));
        }
        if let Some(reference) = &keywords.dynamic_reference {
            assertions.push(if let Some(schema) = self.static_target(reference) {
                Assertion::Same(self.child(schema))
            } else {
                let why = "which schema it means depends on the way by which it is reached";
                Assertion::Opaque(TypeSet::ANY, Barrier { construct: "$dynamicRef", why }, None)
            });
        }
        for schema in &keywords.all_of {
            assertions.push(Assertion::Same(self.child(*schema)));
        }
        if let Some(schemas) = &keywords.any_of {
            assertions.push(match self.children(schemas) {
                single if single.len() == 1 => Assertion::Same(single[0]),
                several => Assertion::AnyOf(several),
            });
        }
        if let Some(schemas) = &keywords.one_of {
            assertions.push(match self.children(schemas) {
                single if single.len() == 1 => Assertion::Same(single[0]),
                several => Assertion::OneOf(several),
            });
        }
        if let Some(schema) = keywords.not {
            assertions.push(Assertion::Not(self.child(schema)));
        }
        if let Some(condition) = keywords.if_schema {
            assertions.push(Assertion::If {
                condition: self.child(condition),
                then: keywords.then_schema.map(|schema| self.child(schema)),
                otherwise: keywords.else_schema.map(|schema| self.child(schema)),
            });
        }
    }

    /// The schema that a dynamic reference leads to, when every way to it gives the same.
    ///
    /// The resource of the root is the outermost one of every dynamic scope, so that an anchor of it always wins.
    fn static_target(&self, reference: &DynamicReference) -> Option<SchemaId> {
        let Some(anchor) = &reference.anchor else { return Some(reference.target) };
        let model = self.subject.model;
        let outermost = model.resource(model.schema(self.subject.root).resource);
        if let Some((_, schema)) = outermost.dynamic_anchors.iter().find(|(name, _)| name == anchor) {
            return Some(*schema);
        }
        let anchors = model.resources().iter().flat_map(|resource| &resource.dynamic_anchors);
        (anchors.filter(|(name, _)| name == anchor).count() <= 1).then_some(reference.target)
    }
}

fn numbers(keywords: &Keywords, assertions: &mut Vec<Assertion>) {
    let mut bound = |number: &Option<Number>, construct, assertion: &dyn Fn(Rc<Exact>) -> Assertion| {
        let Some(number) = number else { return };
        let barrier = Barrier { construct, why: TOO_MANY_DIGITS };
        let opaque = || Assertion::Opaque(TypeSet::NUMBER, barrier, Some(number.as_str().into()));
        assertions.push(exact::of_number(number).map_or_else(opaque, |exact| assertion(Rc::new(exact))));
    };
    bound(&keywords.minimum, "minimum", &|bound| Assertion::Minimum { bound, exclusive: false });
    bound(&keywords.exclusive_minimum, "exclusiveMinimum", &|bound| Assertion::Minimum { bound, exclusive: true });
    bound(&keywords.maximum, "maximum", &|bound| Assertion::Maximum { bound, exclusive: false });
    bound(&keywords.exclusive_maximum, "exclusiveMaximum", &|bound| Assertion::Maximum { bound, exclusive: true });
    bound(&keywords.multiple_of, "multipleOf", &Assertion::MultipleOf);
}
