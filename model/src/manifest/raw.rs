//! The form of the manifest, as `serde` reads it.

use std::{collections::BTreeMap, ops::Range};

use serde::Deserialize;
use toml::Spanned;

use super::{
    Advice, Allow, Approval, FailClosed, FormatMode, Manifest, Named, NumberMode, Readers, RecordSet, Role,
    SchemaEntry,
};
use crate::{Finding, Level, Place, source::Positions, suggest, value::Value};

/// A table whose order is that of the text once it is sorted by the places of its keys.
type Table<T> = BTreeMap<Spanned<String>, T>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawManifest {
    set: RawSet,
    #[serde(default)]
    schemas: Table<RawSchema>,
    #[serde(default)]
    fail_closed: Vec<RawFailClosed>,
    #[serde(default)]
    record_sets: Vec<RawRecordSet>,
    #[serde(default)]
    advice: Vec<RawAdvice>,
    #[serde(default)]
    allow: Vec<RawAllow>,
    #[serde(default)]
    approve: Vec<RawApproval>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSet {
    name: Spanned<String>,
    version: Spanned<String>,
    fixtures: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSchema {
    version: Spanned<i64>,
    #[serde(rename = "type")]
    type_name: Option<Spanned<String>>,
    module: Option<Spanned<String>>,
    #[serde(default)]
    consumers: Vec<String>,
    role: Option<Role>,
    #[serde(default)]
    readers: Readers,
    #[serde(default)]
    numbers: NumberMode,
    #[serde(default)]
    formats: FormatMode,
    #[serde(default)]
    names: Table<Spanned<String>>,
    #[serde(default)]
    derived: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFailClosed {
    schema: String,
    at: Spanned<String>,
    safe: Option<String>,
    reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRecordSet {
    name: Spanned<String>,
    schema: String,
    files: String,
    #[serde(default)]
    equal: Vec<String>,
    #[serde(default)]
    distinct: Vec<String>,
    #[serde(default, rename = "const")]
    constants: Table<Spanned<toml::Value>>,
    #[serde(default)]
    exactly_once: Table<Vec<Spanned<toml::Value>>>,
    #[serde(default)]
    listed_in: Table<String>,
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAdvice {
    schema: Spanned<String>,
    advice: String,
    message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAllow {
    rule: Spanned<String>,
    schema: String,
    at: String,
    reason: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawApproval {
    rule: Spanned<String>,
    schema: String,
    at: String,
    version: Spanned<String>,
    reason: Spanned<String>,
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    positions: Positions,
    findings: Vec<Finding>,
}

pub(super) fn parse(file: &str, text: &str) -> Result<Manifest, Vec<Finding>> {
    let mut reader = Reader { file, text, positions: Positions::new(text), findings: Vec::new() };
    match toml::from_str::<RawManifest>(text) {
        Ok(raw) => {
            let manifest = reader.manifest(raw);
            if reader.findings.is_empty() { Ok(manifest) } else { Err(reader.findings) }
        }
        Err(error) => {
            let place = reader.place(error.span().unwrap_or(0..0));
            let (message, help) = explain(error.message());
            let mut finding = Finding::new("manifest-syntax", Level::Error, place, message);
            finding.help = help;
            Err(vec![finding])
        }
    }
}

/// Says what `serde` says about an unknown or wrong word in the words of this crate.
fn explain(message: &str) -> (String, Option<String>) {
    let kind = [("unknown field `", "key"), ("unknown variant `", "value")]
        .into_iter()
        .find_map(|(start, kind)| Some((message.strip_prefix(start)?, kind)));
    if let Some(found) = message.strip_prefix("invalid type: ")
        && let Some((found, expected)) = found.split_once(", expected ")
        && ["i64", "u64", "u32", "integer"].contains(&expected.trim())
    {
        let help = found.starts_with("string").then(|| "write the number without quotes".to_owned());
        return (format!("expected a whole number, found {}", found.replacen("string", "the string", 1)), help);
    }
    let Some((rest, kind)) = kind else {
        return (message.trim().replace('\n', "; ").replace("missing field", "missing key"), None);
    };
    // The rest is: x`, expected one of `a`, `b`
    let words: Vec<&str> = rest.split('`').collect();
    let unknown = words[0];
    let allowed: Vec<&str> = words.iter().copied().skip(2).step_by(2).collect();
    let help = suggest::nearest(unknown, allowed.iter().copied()).map(|close| format!("did you mean `{close}`?"));
    (format!("unknown {kind} `{unknown}`; allowed here: {}", allowed.join(", ")), help)
}

impl Reader<'_> {
    fn place(&self, span: Range<usize>) -> Place {
        self.positions.place(self.file, self.text, (span.start, span.end), String::new())
    }

    fn report(&mut self, span: Range<usize>, message: impl Into<String>) {
        let place = self.place(span);
        self.findings.push(Finding::new("manifest-value", Level::Error, place, message));
    }

    fn in_order<T>(table: Table<T>) -> Vec<(Spanned<String>, T)> {
        let mut entries: Vec<_> = table.into_iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries
    }

    fn named(&self, name: Spanned<String>) -> Named {
        Named { place: self.place(name.span()), name: name.into_inner() }
    }

    fn manifest(&mut self, raw: RawManifest) -> Manifest {
        let RawManifest { set, schemas, fail_closed, record_sets, advice, allow, approve } = raw;
        if set.name.get_ref().trim().is_empty() {
            self.report(set.name.span(), "the set needs a name");
        }
        let version = self.version(&set.version);
        Manifest {
            file: self.file.to_owned(),
            name: set.name.into_inner(),
            version_place: self.place(set.version.span()),
            version,
            fixtures: set.fixtures,
            schemas: Self::in_order(schemas).into_iter().map(|(path, raw)| self.schema(path, raw)).collect(),
            fail_closed: fail_closed
                .into_iter()
                .map(|raw| FailClosed {
                    schema: raw.schema,
                    place: self.place(raw.at.span()),
                    at: raw.at.into_inner(),
                    safe: raw.safe,
                    reason: raw.reason,
                })
                .collect(),
            record_sets: record_sets.into_iter().map(|raw| self.record_set(raw)).collect(),
            advice: advice
                .into_iter()
                .map(|raw| Advice {
                    place: self.place(raw.schema.span()),
                    schema: raw.schema.into_inner(),
                    advice: raw.advice,
                    message: raw.message,
                })
                .collect(),
            allow: allow.into_iter().map(|raw| self.allow(raw)).collect(),
            approvals: approve.into_iter().map(|raw| self.approval(raw)).collect(),
        }
    }

    fn schema(&mut self, path: Spanned<String>, raw: RawSchema) -> SchemaEntry {
        let version = u32::try_from(*raw.version.get_ref()).ok().filter(|version| *version > 0);
        if version.is_none() {
            self.report(
                raw.version.span(),
                format!("the version of a schema is an integer from 1 to {}", u32::MAX),
            );
        }
        SchemaEntry {
            place: self.place(path.span()),
            path: path.into_inner(),
            version: version.unwrap_or(1),
            type_name: raw.type_name.map(|name| self.named(name)),
            module: raw.module.map(|name| self.named(name)),
            consumers: raw.consumers,
            role: raw.role,
            readers: raw.readers,
            numbers: raw.numbers,
            formats: raw.formats,
            names: Self::in_order(raw.names)
                .into_iter()
                .map(|(pointer, name)| (pointer.into_inner(), self.named(name)))
                .collect(),
            derived: raw
                .derived
                .into_iter()
                .map(|pointer| {
                    let place = self.place(pointer.span());
                    (pointer.into_inner(), place)
                })
                .collect(),
        }
    }

    fn record_set(&mut self, raw: RawRecordSet) -> RecordSet {
        let constants = Self::in_order(raw.constants)
            .into_iter()
            .filter_map(|(pointer, value)| Some((pointer.into_inner(), self.value(&value)?)))
            .collect();
        let exactly_once = Self::in_order(raw.exactly_once)
            .into_iter()
            .map(|(pointer, values)| {
                (pointer.into_inner(), values.iter().filter_map(|value| self.value(value)).collect())
            })
            .collect();
        let listed_in =
            Self::in_order(raw.listed_in).into_iter().map(|(pointer, list)| (pointer.into_inner(), list)).collect();
        RecordSet {
            place: self.place(raw.name.span()),
            name: raw.name.into_inner(),
            schema: raw.schema,
            files: raw.files,
            equal: raw.equal,
            distinct: raw.distinct,
            constants,
            exactly_once,
            listed_in,
            note: raw.note,
        }
    }

    fn allow(&mut self, raw: RawAllow) -> Allow {
        if raw.reason.get_ref().trim().is_empty() {
            self.report(raw.reason.span(), "say why the finding is meant to be there");
        }
        Allow {
            place: self.place(raw.rule.span()),
            rule: raw.rule.into_inner(),
            schema: raw.schema,
            at: raw.at,
            reason: raw.reason.into_inner(),
        }
    }

    fn approval(&mut self, raw: RawApproval) -> Approval {
        if raw.reason.get_ref().trim().is_empty() {
            self.report(raw.reason.span(), "say why the change is meant to break");
        }
        Approval {
            place: self.place(raw.rule.span()),
            version: self.version(&raw.version),
            rule: raw.rule.into_inner(),
            schema: raw.schema,
            at: raw.at,
            reason: raw.reason.into_inner(),
        }
    }

    fn version(&mut self, text: &Spanned<String>) -> semver::Version {
        semver::Version::parse(text.get_ref()).unwrap_or_else(|error| {
            let message = format!("{:?} is not a semantic version: {error}", text.get_ref());
            self.report(text.span(), message);
            semver::Version::new(0, 0, 0)
        })
    }

    fn value(&mut self, value: &Spanned<toml::Value>) -> Option<Value> {
        let converted = to_json(value.get_ref());
        if converted.is_none() {
            self.report(value.span(), "JSON has no dates, no infinities and no NaN");
        }
        converted
    }
}

fn to_json(value: &toml::Value) -> Option<Value> {
    Some(match value {
        toml::Value::String(text) => Value::String(text.clone()),
        toml::Value::Integer(number) => Value::Number((*number).into()),
        toml::Value::Float(number) => Value::Number(number.to_string().parse().ok()?),
        toml::Value::Boolean(value) => Value::Bool(*value),
        toml::Value::Datetime(_) => return None,
        toml::Value::Array(items) => Value::Array(items.iter().map(to_json).collect::<Option<_>>()?),
        toml::Value::Table(members) => Value::Object(
            members.iter().map(|(name, value)| Some((name.clone(), to_json(value)?))).collect::<Option<_>>()?,
        ),
    })
}
