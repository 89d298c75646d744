//! The second pass over the files: reads the keywords of every schema into the normal form, and follows references.

use std::sync::Arc;

use crate::{
    Finding, Level,
    dialect::Vocabulary,
    index::{Entry, Index, Settings, has_lone_ref},
    keyword::{Form, Keyword},
    number::Number,
    pattern::{Pattern, PatternError},
    schema::{Body, Dialect, DynamicReference, Keywords, Property, Schema, SchemaId, TypeSet},
    source::{Data, Member, Node, Object, join_token},
    suggest, uri,
};

/// Reads all schemas that the index has, and those that references add to it meanwhile.
pub(crate) fn read_all(index: &mut Index<'_>) -> Vec<Schema> {
    let mut schemas = Vec::with_capacity(index.entries.len());
    while let Some(entry) = index.entries.get(schemas.len()).cloned() {
        let id = SchemaId(u32::try_from(schemas.len()).expect("fewer than 2^32 schemas"));
        let source = Arc::clone(index.source(entry.document));
        let place = source.place(entry.span, entry.pointer.clone());
        let node = source.find(&entry.pointer).expect("the first pass found a value here");
        let body = match &node.data {
            Data::Object(object) => Body::Keywords(Box::new(read(index, id, &entry, object))),
            _ => Body::Bool(node.as_bool().unwrap_or(true)),
        };
        schemas.push(Schema { place, resource: entry.resource, parent: entry.parent, body });
    }
    schemas
}

fn read(index: &mut Index<'_>, id: SchemaId, entry: &Entry, object: &Object) -> Keywords {
    let settings = index.settings(entry.resource);
    let only_ref = has_lone_ref(settings, object);
    let mut reader = Reader { index, id, entry, settings, keywords: Keywords::default() };
    for member in object.members() {
        let Some(keyword) = settings.keyword(&member.name) else {
            // What is next to such a `$ref` is ignored, known or not.
            if !only_ref {
                reader.keywords.unknown.push((member.name.clone(), member.value.to_value()));
            }
            continue;
        };
        if only_ref {
            let kept = matches!(keyword.name, "$ref" | "$schema" | "id" | "$id" | "definitions")
                || keyword.vocabulary == Vocabulary::MetaData && keyword.form == Form::Text
                || keyword.name == "$comment";
            if !kept {
                reader.keywords.ignored.push(member.name.clone());
                continue;
            }
        }
        if reader.check(keyword, &member.value, &join_token(&entry.pointer, &member.name)) {
            reader.keyword(keyword.name, member, object);
        }
    }
    reader.keywords
}

struct Reader<'r, 'o> {
    index: &'r mut Index<'o>,
    id: SchemaId,
    entry: &'r Entry,
    settings: Settings,
    keywords: Keywords,
}

impl Reader<'_, '_> {
    fn pointer(&self, name: &str) -> String {
        join_token(&self.entry.pointer, name)
    }

    fn invalid(&mut self, node: &Node, pointer: &str, message: String) -> &mut Finding {
        self.index.report("invalid-keyword-value", self.entry.document, node, pointer, message)
    }

    /// Whether the value has the form that the keyword asks for; reports it when not. What is inside of
    /// subschemas is not looked at.
    fn check(&mut self, keyword: &Keyword, value: &Node, pointer: &str) -> bool {
        let name = keyword.name;
        let expect = |reader: &mut Self, good: bool, what: &str| {
            if !good {
                let found = describe(value);
                reader.invalid(value, pointer, format!("`{name}` must be {what}, found {found}"));
            }
            good
        };
        match keyword.form {
            Form::Schema | Form::Any => true,
            Form::SchemaOrSchemas => match value.as_array() {
                // Draft-04 asks for at least one; later drafts do too, except for `items`' meta-schema of 2019-09.
                Some([]) => expect(self, false, "a schema or a non-empty array of schemas"),
                _ => true,
            },
            Form::Schemas => {
                let good = value.as_array().is_some_and(|schemas| !schemas.is_empty());
                expect(self, good, "a non-empty array of schemas")
            }
            Form::NamedSchemas | Form::PatternSchemas | Form::Dependencies => {
                let mut good = expect(self, value.as_object().is_some(), "an object");
                if keyword.form == Form::Dependencies {
                    for member in value.as_object().map_or(&[][..], Object::members) {
                        if member.value.as_array().is_some() {
                            good &= self.check_names(name, &member.value, &join_token(pointer, &member.name));
                        }
                    }
                }
                good
            }
            Form::NamedNames => {
                let Some(object) = value.as_object() else { return expect(self, false, "an object") };
                let mut good = true;
                for member in object.members() {
                    good &= self.check_names(name, &member.value, &join_token(pointer, &member.name));
                }
                good
            }
            Form::Names => {
                let empty = value.as_array().is_some_and(<[Node]>::is_empty);
                if empty && self.settings.dialect == Dialect::Draft4 {
                    return expect(self, false, "a non-empty array of property names in draft-04");
                }
                self.check_names(name, value, pointer)
            }
            Form::Types => self.check_types(value, pointer),
            Form::Values => {
                let good = value.as_array().is_some();
                let empty = value.as_array().is_some_and(<[Node]>::is_empty);
                if name == "enum" && empty && self.settings.dialect <= Dialect::Draft6 {
                    return expect(self, false, "a non-empty array up to draft-06");
                }
                expect(self, good, "an array")
            }
            Form::Number => expect(self, value.as_number().is_some(), "a number"),
            Form::PositiveNumber => {
                let good = value.as_number().is_some_and(|number| !number.is_zero() && !number.is_negative());
                expect(self, good, "a number above zero")
            }
            Form::Count => {
                let good = value.as_number().is_some_and(|number| number.is_integer() && !number.is_negative());
                expect(self, good, "an integer that is zero or above")
            }
            Form::Boolean => expect(self, value.as_bool().is_some(), "a boolean"),
            Form::Text | Form::UriReference | Form::Anchor => expect(self, value.as_str().is_some(), "a string"),
            Form::Pattern => expect(self, value.as_str().is_some(), "a string with a regular expression"),
            Form::Vocabularies => {
                let good = value
                    .as_object()
                    .is_some_and(|object| object.members().iter().all(|member| member.value.as_bool().is_some()));
                expect(self, good, "an object from URIs of vocabularies to booleans")
            }
        }
    }

    fn check_names(&mut self, keyword: &str, value: &Node, pointer: &str) -> bool {
        let Some(items) = value.as_array() else {
            let found = describe(value);
            self.invalid(value, pointer, format!("`{keyword}` must be an array of property names, found {found}"));
            return false;
        };
        let mut seen = std::collections::HashSet::new();
        let mut good = true;
        for (number, item) in items.iter().enumerate() {
            let at = join_token(pointer, &number.to_string());
            let message = match item.as_str() {
                None => format!("`{keyword}` must be an array of property names, found {} in it", describe(item)),
                Some(name) if !seen.insert(name) => format!("`{keyword}` names {name:?} twice"),
                Some(_) => continue,
            };
            good = false;
            self.invalid(item, &at, message);
        }
        good
    }

    fn check_types(&mut self, value: &Node, pointer: &str) -> bool {
        let items = match value.as_array() {
            None => vec![(value, pointer.to_owned())],
            Some(items) => {
                let numbered = items.iter().enumerate();
                numbered.map(|(number, item)| (item, join_token(pointer, &number.to_string()))).collect()
            }
        };
        if items.is_empty() {
            self.invalid(value, pointer, "`type` must name at least one type".into());
            return false;
        }
        let mut seen = std::collections::HashSet::new();
        let mut good = true;
        for (item, at) in items {
            const NAMES: [&str; 7] = ["null", "boolean", "object", "array", "number", "integer", "string"];
            let message = match item.as_str() {
                Some(name) if TypeSet::from_name(name).is_none() => format!("{name:?} is not the name of a type"),
                Some(name) if !seen.insert(name) => format!("`type` names {name:?} twice"),
                Some(_) => continue,
                None => format!("`type` must be the name of a type or an array of them, found {}", describe(item)),
            };
            good = false;
            let close = item.as_str().and_then(|name| suggest::nearest(name, NAMES.into_iter()));
            self.invalid(item, &at, message).help = Some(match close {
                Some(close) if !seen.contains(close) => format!("did you mean {close:?}?"),
                _ => format!("types are {}", NAMES.join(", ")),
            });
        }
        good
    }

    fn schema(&self, pointer: &str) -> Option<SchemaId> {
        // A value that is no schema was reported by the first pass.
        self.index.schema_at(self.entry.document, pointer)
    }

    fn schemas(&self, name: &str, value: &Node) -> Vec<SchemaId> {
        let pointer = self.pointer(name);
        let count = value.as_array().map_or(0, <[Node]>::len);
        (0..count).filter_map(|number| self.schema(&format!("{pointer}/{number}"))).collect()
    }

    fn named(&self, name: &str, value: &Node) -> Vec<Property> {
        let pointer = self.pointer(name);
        let members = value.as_object().map_or(&[][..], Object::members).iter();
        members
            .filter_map(|member| {
                let schema = self.schema(&join_token(&pointer, &member.name))?;
                Some(Property { name: member.name.clone(), schema })
            })
            .collect()
    }

    fn reference(&mut self, member: &Member) -> Option<SchemaId> {
        let text = member.value.as_str()?;
        match self.index.resolve(self.id, text) {
            Ok(target) => Some(target),
            Err(problem) => {
                let pointer = self.pointer(&member.name);
                self.index.report_dangling(self.entry.document, &member.value, pointer, text, problem);
                None
            }
        }
    }

    fn pattern(&mut self, text: &str, span: (usize, usize), pointer: String) -> Option<Pattern> {
        let (pattern, error) = self.index.pattern(text);
        let Some(error) = error else { return Some(pattern) };
        let place = self.index.place(self.entry.document, span, pointer);
        let (rule, level, help, kept) = match error {
            PatternError::Invalid => {
                let lenient = (!self.index.options.strict).then(|| Pattern::lenient(text)).flatten();
                match lenient {
                    Some(read) => (
                        "invalid-pattern",
                        Level::Warning,
                        "it is read as the Rust `regex` crate reads it; other validators may refuse it",
                        Some(read),
                    ),
                    None => (
                        "invalid-pattern",
                        Level::Error,
                        "patterns are ECMA-262 regular expressions with the `u` flag",
                        None,
                    ),
                }
            }
            PatternError::NotLinear if self.index.options.backtracking.allows(&place) => return Some(pattern),
            PatternError::NotLinear => (
                "non-linear-pattern",
                Level::Error,
                "rewrite it without look-around and back-references (`not` with a `pattern` often does it), or allow it: \
                 an [[allow]] of the manifest, or --allow-backtracking for schemas without one",
                None,
            ),
            PatternError::Reference => (
                "unsupported-pattern",
                Level::Error,
                "write what the back-reference repeats a second time, or several schemas under `anyOf`",
                None,
            ),
            PatternError::TooLarge => {
                ("pattern-too-large", Level::Error, "use smaller repetition counts, or a length keyword", None)
            }
            PatternError::Unsupported => (
                "unsupported-pattern",
                Level::Error,
                "write astral characters as themselves or as \\u{…}, and use properties that Unicode defines",
                None,
            ),
        };
        let message = format!("pattern `{}`: {error}", shorten(text));
        self.index.findings.push(Finding::new(rule, level, place, message).with_help(help));
        kept
    }

    fn dependencies(&mut self, value: &Node) {
        let pointer = self.pointer("dependencies");
        for member in value.as_object().map_or(&[][..], Object::members) {
            if let Some(names) = strings(&member.value) {
                self.keywords.dependent_required.push((member.name.clone(), names));
            } else if let Some(schema) = self.schema(&join_token(&pointer, &member.name)) {
                self.keywords.dependent_schemas.push((member.name.clone(), schema));
            }
        }
    }

    /// Takes over a value whose form is right.
    fn keyword(&mut self, name: &'static str, member: &Member, object: &Object) {
        let value = &member.value;
        let text = || value.as_str().map(str::to_owned);
        let flag = value.as_bool() == Some(true);
        let number = || value.as_number().cloned();
        let draft4_bound = |flag: &str| object.get(flag).and_then(|flag| flag.value.as_bool()) == Some(true);
        match name {
            "title" => self.keywords.title = text(),
            "description" => self.keywords.description = text(),
            "$comment" => self.keywords.comment = text(),
            "default" => self.keywords.default = Some(value.to_value()),
            "examples" => self.keywords.examples = values(value),
            "deprecated" => self.keywords.deprecated = flag,
            "readOnly" => self.keywords.read_only = flag,
            "writeOnly" => self.keywords.write_only = flag,
            "contentMediaType" => self.keywords.content_media_type = text(),
            "contentEncoding" => self.keywords.content_encoding = text(),
            "contentSchema" => self.keywords.content_schema = self.schema(&self.pointer(name)),
            "type" => {
                let names = value.as_array().map_or(std::slice::from_ref(value), |items| items);
                let sets = names.iter().filter_map(|name| TypeSet::from_name(name.as_str()?));
                self.keywords.types = Some(sets.fold(TypeSet::NONE, TypeSet::union));
            }
            "enum" => self.keywords.enumeration = Some(values(value)),
            "const" => self.keywords.constant = Some(value.to_value()),
            "format" => {
                self.keywords.format = text();
                self.keywords.asserts_format = self.settings.vocabularies.asserts_format()
                    && value.as_str().is_some_and(|format| crate::format::is_in(self.settings.dialect, format));
            }
            "minimum" if self.settings.dialect == Dialect::Draft4 && draft4_bound("exclusiveMinimum") => {
                self.keywords.exclusive_minimum = number();
            }
            "maximum" if self.settings.dialect == Dialect::Draft4 && draft4_bound("exclusiveMaximum") => {
                self.keywords.exclusive_maximum = number();
            }
            "minimum" => self.keywords.minimum = number(),
            "maximum" => self.keywords.maximum = number(),
            // In draft-04 these are booleans, which the bounds above have looked at.
            "exclusiveMinimum" | "exclusiveMaximum" if self.settings.dialect == Dialect::Draft4 => {}
            "exclusiveMinimum" => self.keywords.exclusive_minimum = number(),
            "exclusiveMaximum" => self.keywords.exclusive_maximum = number(),
            "multipleOf" => self.keywords.multiple_of = number(),
            "minLength" => self.keywords.min_length = count(value),
            "maxLength" => self.keywords.max_length = count(value),
            "minItems" => self.keywords.min_items = count(value),
            "maxItems" => self.keywords.max_items = count(value),
            "minContains" => self.keywords.min_contains = count(value),
            "maxContains" => self.keywords.max_contains = count(value),
            "minProperties" => self.keywords.min_properties = count(value),
            "maxProperties" => self.keywords.max_properties = count(value),
            "pattern" => {
                let source = value.as_str().unwrap_or_default();
                self.keywords.pattern = self.pattern(source, value.span, self.pointer(name));
            }
            "prefixItems" => self.keywords.prefix_items = self.schemas(name, value),
            "items" if value.as_array().is_some() => {
                self.keywords.prefix_items = self.schemas(name, value);
                let rest = self.schema(&self.pointer("additionalItems"));
                self.keywords.items = rest;
            }
            "items" => self.keywords.items = self.schema(&self.pointer(name)),
            "contains" => self.keywords.contains = self.schema(&self.pointer(name)),
            "uniqueItems" => self.keywords.unique_items = flag,
            "unevaluatedItems" => self.keywords.unevaluated_items = self.schema(&self.pointer(name)),
            "properties" => self.keywords.properties = self.named(name, value),
            "patternProperties" => {
                let pointer = self.pointer(name);
                for member in value.as_object().map_or(&[][..], Object::members) {
                    let at = join_token(&pointer, &member.name);
                    let pattern = self.pattern(&member.name, member.name_span, at.clone());
                    if let (Some(pattern), Some(schema)) = (pattern, self.schema(&at)) {
                        self.keywords.pattern_properties.push((pattern, schema));
                    }
                }
            }
            "additionalProperties" => self.keywords.additional_properties = self.schema(&self.pointer(name)),
            "propertyNames" => self.keywords.property_names = self.schema(&self.pointer(name)),
            "required" => self.keywords.required = strings(value).unwrap_or_default(),
            "dependentRequired" => {
                let members = value.as_object().map_or(&[][..], Object::members).iter();
                let named = members.filter_map(|member| Some((member.name.clone(), strings(&member.value)?)));
                self.keywords.dependent_required.extend(named);
            }
            "dependentSchemas" => {
                let named = self.named(name, value).into_iter().map(|property| (property.name, property.schema));
                self.keywords.dependent_schemas.extend(named);
            }
            "dependencies" => self.dependencies(value),
            "unevaluatedProperties" => self.keywords.unevaluated_properties = self.schema(&self.pointer(name)),
            "allOf" => self.keywords.all_of = self.schemas(name, value),
            "anyOf" => self.keywords.any_of = Some(self.schemas(name, value)),
            "oneOf" => self.keywords.one_of = Some(self.schemas(name, value)),
            "not" => self.keywords.not = self.schema(&self.pointer(name)),
            "if" => self.keywords.if_schema = self.schema(&self.pointer(name)),
            "then" => self.keywords.then_schema = self.schema(&self.pointer(name)),
            "else" => self.keywords.else_schema = self.schema(&self.pointer(name)),
            "$ref" => self.keywords.reference = self.reference(member),
            "$dynamicRef" => {
                let anchor = uri::split_fragment(value.as_str().unwrap_or_default()).1.to_owned();
                self.dynamic_reference(member, anchor);
            }
            "$recursiveRef" if value.as_str() == Some("#") => self.dynamic_reference(member, String::new()),
            "$recursiveRef" => {
                let pointer = self.pointer(name);
                self.invalid(value, &pointer, "`$recursiveRef` must be \"#\"".into());
            }
            "$defs" | "definitions" => {
                let named = self.named(name, value);
                self.keywords.definitions.extend(named);
            }
            // What the first pass has read, and what speaks only about the rest of an array of `items`, which has
            // taken it.
            "additionalItems" | "$schema" | "$vocabulary" | "id" | "$id" | "$anchor" | "$dynamicAnchor"
            | "$recursiveAnchor" => {}
            other => debug_assert!(false, "the keyword {other} is in the table and not read"),
        }
    }

    fn dynamic_reference(&mut self, member: &Member, anchor: String) {
        let Some(target) = self.reference(member) else { return };
        let resource = self.index.entries[target.0 as usize].resource;
        let declared = &self.index.resource(resource).dynamic_anchors;
        let is_dynamic = declared.iter().any(|(name, id)| *name == anchor && *id == target);
        self.keywords.dynamic_reference = Some(DynamicReference { target, anchor: is_dynamic.then_some(anchor) });
    }
}

/// What stands there, for messages: short values themselves, long ones by their kind.
fn describe(node: &Node) -> String {
    match &node.data {
        Data::Array(items) if items.is_empty() => "an empty array".into(),
        Data::String(_) | Data::Number(_) | Data::Bool(_) => {
            format!("{} ({})", node.kind(), shorten(&node.to_value().to_string()))
        }
        _ => node.kind().into(),
    }
}

/// A text that is cut where it gets long.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn values(node: &Node) -> Vec<crate::value::Value> {
    node.as_array().into_iter().flatten().map(Node::to_value).collect()
}

fn strings(node: &Node) -> Option<Vec<String>> {
    Some(node.as_array()?.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect())
}

/// A count; one beyond `u64` is as good as the largest of them, since nothing is that long.
fn count(node: &Node) -> Option<u64> {
    node.as_number().map(|number: &Number| number.as_u64().unwrap_or(u64::MAX))
}
