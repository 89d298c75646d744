//! Finding schemas in a [`Model`] by file, URI and pointer.

use std::{collections::HashMap, sync::Arc};

use crate::{
    Finding, Place,
    schema::{Document, Model, ResourceId, SchemaId},
    source::{Source, join_token, pointer_tokens},
    suggest,
    uri::{self, Uri},
};

/// What identifies schemas.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookup {
    pub(crate) by_uri: HashMap<Uri, ResourceId>,
    pub(crate) anchors: HashMap<ResourceId, HashMap<String, (SchemaId, Place)>>,
    /// By document, then by pointer.
    pub(crate) pointers: Vec<HashMap<String, SchemaId>>,
    /// Where the URI of a resource is declared.
    pub(crate) identifiers: HashMap<ResourceId, Place>,
}

impl Model {
    /// The file that was added under that name.
    pub fn document(&self, name: &str) -> Option<&Document> {
        self.documents.iter().find(|document| document.name == name)
    }

    /// The URI that a file is known by: that of its root schema.
    pub fn uri_of(&self, document: &Document) -> &str {
        &self.resource(self.schema(document.root).resource).uri
    }

    /// The root schema of the resource with that URI. A fragment is not looked at.
    pub fn by_uri(&self, uri: &str) -> Option<SchemaId> {
        let resource = self.lookup.by_uri.get(&uri::normalize(uri)?)?;
        Some(self.resource(*resource).root)
    }

    /// The schema that an absolute URI with a fragment (pointer or anchor) names.
    pub fn find(&self, uri: &str) -> Option<SchemaId> {
        let resource = *self.lookup.by_uri.get(&uri::normalize(uri)?)?;
        let fragment = uri::decode_fragment(uri::split_fragment(uri).1)?;
        let root = self.resource(resource).root;
        if fragment.is_empty() {
            return Some(root);
        }
        if !fragment.starts_with('/') {
            return self.lookup.anchors.get(&resource)?.get(&fragment).map(|(id, _)| *id);
        }
        let place = &self.schema(root).place;
        let pointer = uri::canonical_pointer(&pointer_tokens(&fragment)?);
        self.schema_at(&place.file, &format!("{}{pointer}", place.pointer))
    }

    /// The schema at a JSON pointer of a file.
    pub fn schema_at(&self, document: &str, pointer: &str) -> Option<SchemaId> {
        let number = self.documents.iter().position(|other| other.name == document)?;
        self.lookup.pointers[number].get(pointer).copied()
    }

    /// The pointer of a schema of a file that is spelled almost like this one.
    pub(crate) fn close_pointer(&self, document: &str, pointer: &str) -> Option<&str> {
        let places = self.schemas.iter().map(|schema| &schema.place);
        suggest::nearest(pointer, places.filter(|place| place.file == document).map(|place| place.pointer.as_str()))
    }

    /// The text of the file that a schema stands in, with positions.
    #[expect(clippy::missing_panics_doc, reason = "every schema stands in a document")]
    pub fn source(&self, id: SchemaId) -> &Arc<Source> {
        let file = &self.schema(id).place.file;
        &self.document(file).expect("every schema stands in a document").source
    }

    /// The place of the value of a keyword, as it is spelled in the file.
    pub fn keyword_place(&self, id: SchemaId, keyword: &str) -> Option<Place> {
        self.source(id).place_of(&join_token(&self.schema(id).place.pointer, keyword))
    }

    /// Where a schema stands, as `file#pointer`.
    pub fn location(&self, id: SchemaId) -> String {
        let place = &self.schema(id).place;
        format!("{}#{}", place.file, place.pointer)
    }

    /// Puts findings in the order of the files and of the places in them.
    pub(crate) fn sort_findings(&self, order: &[&str], findings: &mut [Finding]) {
        let mut ranks: HashMap<&str, usize> = HashMap::new();
        for name in order.iter().copied().chain(self.documents.iter().map(|document| document.name.as_str())) {
            let next = ranks.len();
            ranks.entry(name).or_insert(next);
        }
        findings.sort_by_key(|finding| {
            let place = &finding.place;
            (ranks.get(place.file.as_str()).copied(), place.span, finding.rule)
        });
    }
}
