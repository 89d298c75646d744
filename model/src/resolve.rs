//! What a reference leads to: RFC 3986 resolution, then the fragment. Files are loaded when something refers to them.

use std::sync::Arc;

use crate::{
    index::{File, Index, Origin, Waiting},
    metaschemas,
    schema::{Dialect, ResourceId, SchemaId},
    source::{Node, Object, join_token, pointer_tokens},
    suggest,
    uri::{self, Uri},
};

/// URIs in the help about a missing one.
const MOST_NAMES: usize = 8;

/// What stands in the way of a reference.
pub(crate) enum Dangling {
    /// The reference is no URI reference, or cannot be resolved against the base URI.
    NotAUri,
    /// No resource has that URI.
    NoResource(Uri),
    /// The resource has no such pointer or anchor.
    NoFragment {
        /// URI of the resource.
        uri: Uri,
        /// The fragment, decoded.
        fragment: String,
        /// The fragment that may have been meant.
        close: Option<String>,
    },
    /// What stands there is of this kind, and no schema.
    NotASchema(&'static str),
    /// What stands there is no schema; a finding says so already.
    Reported,
}

impl Index<'_> {
    /// What a reference that stands in a schema leads to.
    pub(crate) fn resolve(&mut self, from: SchemaId, reference: &str) -> Result<SchemaId, Dangling> {
        let (part, fragment) = uri::split_fragment(reference);
        let own = self.entries[from.0 as usize].resource;
        let resource = if part.is_empty() {
            own
        } else {
            let uri = uri::resolve(&self.resource(own).uri, part).ok_or(Dangling::NotAUri)?;
            self.resource_by_uri(&uri).ok_or(Dangling::NoResource(uri))?
        };
        let fragment = uri::decode_fragment(fragment).ok_or(Dangling::NotAUri)?;
        if fragment.is_empty() {
            let root = self.resource(resource).root;
            return self.entries.get(root.0 as usize).map(|_| root).ok_or(Dangling::Reported);
        }
        if fragment.starts_with('/') {
            self.resolve_pointer(resource, &fragment)
        } else {
            self.resolve_anchor(resource, &fragment)
        }
    }

    /// The resource of a URI, loading the file that has it when nothing asked for it before.
    fn resource_by_uri(&mut self, uri: &str) -> Option<ResourceId> {
        if let Some(known) = self.lookup.by_uri.get(uri) {
            return Some(*known);
        }
        if let Some(number) = self.available.get(uri).copied() {
            self.load(number);
            return self.lookup.by_uri.get(uri).copied();
        }
        // `https` and `http` name the same meta-schema.
        let uri = Dialect::from_uri(uri).map_or(uri, |dialect| uri::split_fragment(dialect.uri()).0);
        if let Some(known) = self.lookup.by_uri.get(uri) {
            return Some(*known);
        }
        if !metaschemas::knows(uri) {
            return None;
        }
        let (_, source) = metaschemas::all().iter().find(|(known, _)| *known == uri)?;
        self.files.push(File {
            source: Arc::clone(source),
            uri: uri.to_owned(),
            origin: Origin::MetaSchema,
            document: None,
        });
        self.load(self.files.len() - 1);
        self.lookup.by_uri.get(uri).copied()
    }

    fn resolve_anchor(&mut self, resource: ResourceId, name: &str) -> Result<SchemaId, Dangling> {
        let anchors = self.lookup.anchors.get(&resource);
        if let Some((id, _)) = anchors.and_then(|anchors| anchors.get(name)) {
            return Ok(*id);
        }
        let mut names: Vec<String> = anchors.into_iter().flatten().map(|(name, _)| name.clone()).collect();
        names.sort_unstable();
        let close = self.suggest(name, names.iter().map(String::as_str)).map(|close| format!("#{close}"));
        Err(self.no_fragment(resource, name, close))
    }

    fn resolve_pointer(&mut self, resource: ResourceId, fragment: &str) -> Result<SchemaId, Dangling> {
        let Some(tokens) = pointer_tokens(fragment) else { return Err(self.no_fragment(resource, fragment, None)) };
        let root = self.resource(resource).root;
        let root = self.entries.get(root.0 as usize).ok_or(Dangling::Reported)?.clone();
        let pointer = format!("{}{}", root.pointer, uri::canonical_pointer(&tokens));
        if let Some(id) = self.schema_at(root.document, &pointer) {
            return Ok(id);
        }
        // No place of schemas, or a schema without a meaning: it is read as one because something refers to it.
        let source = Arc::clone(self.source(root.document));
        let mut node = source.find(&root.pointer).ok_or(Dangling::Reported)?;
        let mut walked = String::new();
        for token in &tokens {
            let Some(next) = node.step(token) else {
                let names = node.as_object().map_or(&[][..], Object::members).iter();
                let close = self.suggest(token, names.map(|member| member.name.as_str()));
                let close = close.map(|close| format!("#{}", join_token(&walked, close)));
                return Err(self.no_fragment(resource, fragment, close));
            };
            walked = join_token(&walked, token);
            node = next;
        }
        if node.as_object().is_none() && node.as_bool().is_none() {
            return Err(Dangling::NotASchema(node.kind()));
        }
        let parent = self.enclosing(root.document, &pointer);
        let resource = parent.map(|parent| self.entries[parent.0 as usize].resource);
        let waiting = Waiting { node, pointer, parent, resource };
        self.visit(root.document, &source, waiting, true).ok_or(Dangling::Reported)
    }

    fn no_fragment(&self, resource: ResourceId, fragment: &str, close: Option<String>) -> Dangling {
        Dangling::NoFragment { uri: self.resource(resource).uri.clone(), fragment: fragment.to_owned(), close }
    }

    /// The innermost schema around a place.
    fn enclosing(&self, document: usize, pointer: &str) -> Option<SchemaId> {
        let mut pointer = pointer;
        while let Some((outer, _)) = pointer.rsplit_once('/') {
            if let Some(id) = self.schema_at(document, outer) {
                return Some(id);
            }
            pointer = outer;
        }
        None
    }

    /// Looking for close names takes time in proportion to the set, so only the first faults get it.
    fn suggest<'a>(&mut self, text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        self.suggestions_left = self.suggestions_left.checked_sub(1)?;
        suggest::nearest(text, candidates)
    }

    /// Words the finding for a reference that leads nowhere.
    pub(crate) fn report_dangling(
        &mut self,
        document: usize,
        node: &Node,
        pointer: String,
        reference: &str,
        problem: Dangling,
    ) {
        let (rule, message, help) = match problem {
            Dangling::Reported => return,
            Dangling::NoResource(uri) if self.broken_resources.contains_key(&uri) => {
                // Told once, however many refer to it.
                let faults = self.broken_resources.get_mut(&uri).map(std::mem::take);
                self.findings.extend(faults.into_iter().flatten());
                return;
            }
            // It may be what a file that could not be read declares.
            Dangling::NoResource(_) if self.broken => return,
            Dangling::NotAUri => {
                let message = format!("{reference:?} is not a reference that resolves to a URI");
                ("invalid-keyword-value", message, None)
            }
            Dangling::NotASchema(kind) => {
                let message = format!("{reference:?} leads to {kind}, and a schema is an object or a boolean");
                ("dangling-reference", message, None)
            }
            Dangling::NoResource(uri) => {
                let base = self.files.get(document).map_or(String::new(), |file| file.uri.clone());
                let help = self.describe_set(&uri, &base);
                let message =
                    format!("{reference:?} refers to {:?}, which is not in the set", relative(&uri, &base));
                ("dangling-reference", message, Some(help))
            }
            Dangling::NoFragment { uri, fragment, close } => {
                let kind = if fragment.starts_with('/') { "value at" } else { "anchor" };
                let message = format!("{reference:?} leads nowhere: {uri:?} has no {kind} {fragment:?}");
                ("dangling-reference", message, close.map(|close| format!("did you mean {close:?}?")))
            }
        };
        self.report(rule, document, node, pointer, message).help = help;
    }

    /// The files that there are, as a schema in the file `base` refers to them.
    fn describe_set(&mut self, missing: &str, base: &str) -> String {
        let files = self.files.iter().map(|file| file.uri.clone());
        let mut known: Vec<String> = files.chain(self.lookup.by_uri.keys().cloned()).collect();
        known.sort_unstable();
        known.dedup();
        let shown: Vec<&str> = known.iter().take(MOST_NAMES).map(|uri| relative(uri, base)).collect();
        let shown = shown.join(", ");
        let more = match known.len().saturating_sub(MOST_NAMES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let help = format!("the set has {shown}{more}; nothing is fetched");
        match self.suggest(missing, known.iter().map(String::as_str)) {
            Some(close) => format!("did you mean {:?}? {help}", relative(close, base)),
            None => help,
        }
    }
}

/// A URI as a schema in the file `base` would write it; the URIs of files without an `$id` are made up, so nobody knows
/// them.
fn relative<'u>(uri: &'u str, base: &str) -> &'u str {
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    uri.strip_prefix(folder)
        .and_then(|rest| rest.strip_prefix('/'))
        .filter(|_| uri.starts_with("file:///"))
        .or_else(|| uri.strip_prefix("file:///"))
        .unwrap_or(uri)
}
