//! What a caller chooses about the generated code.

use std::collections::{BTreeMap, BTreeSet};

use contracts_model::{
    Finding, Level, Model,
    manifest::{FormatMode, Manifest, NumberMode},
    schema::{Origin, SchemaId},
    value::Value,
};

/// How the generated types are laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One module per document.
    Modules,
    /// All types side by side.
    Flat,
}

/// What a caller chooses for one schema file.
#[derive(Clone, Debug)]
pub(crate) struct DocumentSettings {
    /// Whether types are wanted for the document itself, not only for what others refer to.
    pub(crate) wanted: bool,
    pub(crate) module: String,
    pub(crate) root: String,
    pub(crate) version: Option<u64>,
}

/// What a caller chooses about the generated code: names, layout, which enums fail closed.
#[derive(Clone, Debug)]
pub struct Settings {
    pub(crate) layout: Layout,
    pub(crate) documents: Vec<DocumentSettings>,
    pub(crate) fail_closed: BTreeMap<SchemaId, Option<String>>,
    pub(crate) type_names: BTreeMap<SchemaId, String>,
    /// Members that are computed from others: a type with one of them has no public builder.
    pub(crate) derived: BTreeSet<SchemaId>,
    /// Names of the files whose documents keep numbers of any size and with all digits.
    pub(crate) exact_numbers: BTreeSet<String>,
    /// Names of the files whose formats are asserted, whatever their vocabularies say.
    pub(crate) asserted_formats: BTreeSet<String>,
    /// The name and the version of the set.
    pub(crate) set: Option<(String, String)>,
    /// Path of the runtime crate in the generated code.
    pub(crate) runtime: String,
}

impl Settings {
    /// One module per schema file, named after the file; root types named after the file too.
    pub fn modules(model: &Model) -> Self {
        let mut modules = BTreeSet::new();
        let documents = model
            .documents()
            .iter()
            .map(|document| {
                let stem = stem(&document.name);
                // Two files of one name stand in two folders; then the folders tell the modules apart.
                let module = [stem, &document.name, &model.resource(model.schema(document.root).resource).uri]
                    .into_iter()
                    .map(crate::names::module)
                    .find(|module| modules.insert(module.clone()))
                    .unwrap_or_else(|| crate::names::module(stem));
                DocumentSettings {
                    wanted: document.origin == Origin::Member,
                    module,
                    root: crate::names::type_words(stem),
                    version: None,
                }
            })
            .collect();
        Self {
            layout: Layout::Modules,
            documents,
            fail_closed: BTreeMap::new(),
            type_names: BTreeMap::new(),
            derived: BTreeSet::new(),
            exact_numbers: BTreeSet::new(),
            asserted_formats: BTreeSet::new(),
            set: None,
            runtime: "contracts_runtime".to_owned(),
        }
    }

    /// What the manifest of a set says: modules, type names, versions, enums that fail closed. A document that the
    /// manifest does not list gets types only where another refers to it.
    ///
    /// # Errors
    /// When two schemas would stand in one module.
    pub fn for_set(model: &Model, manifest: &Manifest) -> Result<Self, Vec<Finding>> {
        let mut settings = Self::modules(model);
        settings.set = Some((manifest.name.clone(), manifest.version.to_string()));
        for (document, chosen) in model.documents().iter().zip(&mut settings.documents) {
            let Some(entry) = manifest.schema(&document.name) else {
                chosen.wanted = false;
                continue;
            };
            chosen.module = match &entry.module {
                Some(module) => module.name.clone(),
                None => crate::names::module(stem(&document.name)),
            };
            if let Some(root) = &entry.type_name {
                chosen.root.clone_from(&root.name);
            }
            chosen.version = Some(entry.version.into());
            for (pointer, name) in &entry.names {
                if let Some(schema) = model.schema_at(&document.name, pointer) {
                    settings.type_names.insert(schema, name.name.clone());
                }
            }
            let derived = entry.derived.iter();
            settings.derived.extend(derived.filter_map(|(pointer, _)| model.schema_at(&document.name, pointer)));
        }
        for (document, modes) in model.documents().iter().zip(manifest.modes(model)) {
            if modes.numbers == NumberMode::Exact {
                settings.exact_numbers.insert(document.name.clone());
            }
            if modes.formats == FormatMode::Assert {
                settings.asserted_formats.insert(document.name.clone());
            }
        }
        for fail_closed in &manifest.fail_closed {
            let document = manifest.resolve_path(&fail_closed.schema);
            if let Some(schema) = model.schema_at(&document, &fail_closed.at) {
                settings.fail_closed.insert(schema, fail_closed.safe.clone());
            }
        }
        let met = settings.met_modules(model, manifest);
        if met.is_empty() { Ok(settings) } else { Err(met) }
    }

    /// Schemas of the set whose modules have one name.
    fn met_modules(&self, model: &Model, manifest: &Manifest) -> Vec<Finding> {
        // The checks of all types stand in a module of ours.
        let mut seen: BTreeMap<&str, &str> = BTreeMap::from([("tables", "the checks of all types")]);
        let mut findings = Vec::new();
        for (document, chosen) in model.documents().iter().zip(&self.documents) {
            let Some(entry) = manifest.schema(&document.name) else { continue };
            if let Some(other) = seen.insert(&chosen.module, &entry.path) {
                let message = format!(
                    "the types of {:?} and {other:?} would both stand in the module `{}`",
                    entry.path, chosen.module
                );
                let help = "give one of them another, such as `module = \"orders\"`";
                let place = entry.module.as_ref().map_or(&entry.place, |module| &module.place);
                findings.push(Finding::new("duplicate-name", Level::Error, place.clone(), message).with_help(help));
            }
        }
        findings
    }

    /// The types of one document in one module; its root type is called `root`.
    pub fn single(model: &Model, document: &str, root: &str) -> Self {
        let mut settings = Self::modules(model);
        settings.layout = Layout::Flat;
        for (known, chosen) in model.documents().iter().zip(&mut settings.documents) {
            chosen.wanted = known.name == document;
            if chosen.wanted {
                root.clone_into(&mut chosen.root);
            }
        }
        settings
    }

    /// The same settings with another name for the type of one schema.
    #[must_use]
    pub fn with_type_name(mut self, schema: SchemaId, name: impl Into<String>) -> Self {
        self.type_names.insert(schema, name.into());
        self
    }

    /// The same settings with the enum at `schema` failing closed: an unknown value acts as `safe`, or as none.
    #[must_use]
    pub fn with_fail_closed(mut self, schema: SchemaId, safe: Option<String>) -> Self {
        self.fail_closed.insert(schema, safe);
        self
    }

    /// The same settings with numbers of any size and with all their digits, in all documents. The generated code needs
    /// the feature `exact-numbers` of the runtime.
    #[must_use]
    pub fn with_exact_numbers(mut self, model: &Model) -> Self {
        self.exact_numbers = model.documents().iter().map(|document| document.name.clone()).collect();
        self
    }

    /// The same settings with `format` as an assertion, in all documents. The generated code needs the feature `formats`
    /// of the runtime where a schema has a format.
    #[must_use]
    pub fn with_asserted_formats(mut self, model: &Model) -> Self {
        self.asserted_formats = model.documents().iter().map(|document| document.name.clone()).collect();
        self
    }

    /// The same settings with names and a version for one document.
    #[must_use]
    pub fn with_document(
        mut self,
        model: &Model,
        document: &str,
        module: Option<&str>,
        root: Option<&str>,
        version: Option<u64>,
    ) -> Self {
        for (known, chosen) in model.documents().iter().zip(&mut self.documents) {
            if known.name == document {
                if let Some(module) = module {
                    module.clone_into(&mut chosen.module);
                }
                if let Some(root) = root {
                    root.clone_into(&mut chosen.root);
                }
                chosen.version = version.or(chosen.version);
            }
        }
        self
    }

    /// The same settings with the name and the version of the set as constants in the generated code.
    #[must_use]
    pub fn with_set(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.set = Some((name.into(), version.into()));
        self
    }

    pub(crate) fn wants(&self, document: usize) -> bool {
        self.documents.get(document).is_some_and(|document| document.wanted)
    }

    /// How the documents of a schema hold numbers.
    pub(crate) fn numbers(&self, model: &Model, schema: SchemaId) -> NumberMode {
        if self.exact_numbers.contains(&model.schema(schema).place.file) {
            NumberMode::Exact
        } else {
            NumberMode::Default
        }
    }

    /// A value that a schema lists, as the same value in a document is read: what is equal in the texts has to be equal
    /// when it is compared.
    pub(crate) fn as_read(&self, model: &Model, schema: SchemaId, value: &Value) -> Value {
        match self.numbers(model, schema) {
            NumberMode::Exact => value.clone(),
            NumberMode::Default => value.nearest(),
        }
    }

    pub(crate) fn fail_closed(&self, schema: SchemaId) -> Option<&Option<String>> {
        self.fail_closed.get(&schema)
    }
}

/// The name of a schema file without its folder and its endings.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".schema.json").or_else(|| file.strip_suffix(".json")).unwrap_or(file)
}
