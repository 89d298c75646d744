//! The policy contract as a careful engineer writes it with serde: a visitor for each object, every constraint checked,
//! objects only, duplicate names refused, undeclared members dropped. The measure that the generated types are held against.

use std::{collections::BTreeMap, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, MapAccess, Visitor},
};

/// A struct with its visitor. `required` and `optional` members are refused when they come twice; `open` objects skip what they do
/// not declare, `closed` ones refuse it.
macro_rules! object {
    (
        $name:ident, $openness:ident {
            $($required:ident : $required_type:ty = $required_name:literal,)*
            ;
            $($optional:ident : $optional_type:ty = $optional_name:literal,)*
        }
        $(check $check:expr)?
    ) => {
        #[derive(Clone, Debug)]
        #[allow(dead_code, clippy::struct_field_names, reason = "the contract's members, of which a reader uses some")]
        pub(crate) struct $name {
            $(pub(crate) $required: $required_type,)*
            $(pub(crate) $optional: Option<$optional_type>,)*
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[allow(non_camel_case_types, dead_code, reason = "named as the members; closed objects have no undeclared ones")]
                enum Field { $($required,)* $($optional,)* Undeclared }

                struct FieldVisitor;
                impl Visitor<'_> for FieldVisitor {
                    type Value = Field;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str("a member name") }
                    fn visit_str<E: Error>(self, name: &str) -> Result<Field, E> {
                        Ok(match name {
                            $($required_name => Field::$required,)*
                            $($optional_name => Field::$optional,)*
                            _ => object!(@undeclared $openness, name),
                        })
                    }
                }
                impl<'de> Deserialize<'de> for Field {
                    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                        deserializer.deserialize_identifier(FieldVisitor)
                    }
                }

                struct ObjectVisitor;
                impl<'de> Visitor<'de> for ObjectVisitor {
                    type Value = $name;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str("an object") }
                    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<$name, A::Error> {
                        $(let mut $required: Option<$required_type> = None;)*
                        $(let mut $optional: Option<$optional_type> = None;)*
                        while let Some(this_member) = map.next_key::<Field>()? {
                            match this_member {
                                $(Field::$required => {
                                    if $required.is_some() { return Err(A::Error::duplicate_field($required_name)); }
                                    $required = Some(map.next_value()?);
                                })*
                                $(Field::$optional => {
                                    if $optional.is_some() { return Err(A::Error::duplicate_field($optional_name)); }
                                    $optional = Some(map.next_value()?);
                                })*
                                Field::Undeclared => { map.next_value::<IgnoredAny>()?; }
                            }
                        }
                        let value = $name {
                            $($required: $required.ok_or_else(|| A::Error::missing_field($required_name))?,)*
                            $($optional,)*
                        };
                        $(
                            let check: fn(&$name) -> Result<(), &'static str> = $check;
                            check(&value).map_err(A::Error::custom)?;
                        )?
                        Ok(value)
                    }
                }
                deserializer.deserialize_map(ObjectVisitor)
            }
        }
    };
    (@undeclared open, $name:ident) => { Field::Undeclared };
    (@undeclared closed, $name:ident) => { return Err(E::unknown_field($name, &[])) };
}

/// An enum of texts.
macro_rules! texts {
    ($name:ident { $($variant:ident = $text:literal,)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(crate) enum $name { $($variant,)* }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct TextVisitor;
                impl Visitor<'_> for TextVisitor {
                    type Value = $name;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str("a listed text") }
                    fn visit_str<E: Error>(self, text: &str) -> Result<$name, E> {
                        match text {
                            $($text => Ok($name::$variant),)*
                            _ => Err(E::unknown_variant(text, &[$($text,)*])),
                        }
                    }
                }
                deserializer.deserialize_str(TextVisitor)
            }
        }
    };
}

/// A number within bounds.
macro_rules! number {
    ($name:ident($inner:ty), $what:literal, |$value:ident| $holds:expr) => {
        #[derive(Clone, Copy, Debug)]
        #[allow(dead_code, reason = "a reader uses some of the members")]
        pub(crate) struct $name(pub(crate) $inner);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let $value = <$inner>::deserialize(deserializer)?;
                if $holds { Ok(Self($value)) } else { Err(D::Error::custom($what)) }
            }
        }
    };
}

/// A whole number, which `1.0` is too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole(u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WholeVisitor;
        impl Visitor<'_> for WholeVisitor {
            type Value = Whole;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number from 0 on")
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Whole, E> {
                Ok(Whole(value))
            }
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked before")]
            fn visit_f64<E: Error>(self, value: f64) -> Result<Whole, E> {
                if value.fract() == 0.0 && (0.0..18_446_744_073_709_551_616.0).contains(&value) {
                    Ok(Whole(value as u64))
                } else {
                    Err(E::custom("expected a whole number from 0 on"))
                }
            }
        }
        deserializer.deserialize_u64(WholeVisitor)
    }
}

number!(Positive(Whole), "below 1", |value| value.0 >= 1);
number!(Window(Whole), "above 86400", |value| value.0 <= 86400);
number!(NotNegative(f64), "below 0", |value| value >= 0.0);
number!(Above(f64), "not above 0", |value| value > 0.0);
number!(Fraction(f64), "not from 0 to 1", |value| (0.0..=1.0).contains(&value));
number!(Holdout(f64), "not from 0 to below 1", |value| (0.0..1.0).contains(&value));
number!(Alpha(f64), "not from 0 to 10", |value| (0.0..=10.0).contains(&value));

/// A text that is not empty.
#[derive(Clone, Debug)]
pub(crate) struct Filled(#[allow(dead_code, reason = "a reader uses some of the members")] String);

impl<'de> Deserialize<'de> for Filled {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.is_empty() { Err(D::Error::custom("empty")) } else { Ok(Self(text)) }
    }
}

/// The name of an arm.
#[derive(Clone, Debug)]
pub(crate) struct ArmName(#[allow(dead_code, reason = "a reader uses some of the members")] String);

impl<'de> Deserialize<'de> for ArmName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.is_empty() || text == "holdout" {
            Err(D::Error::custom("empty or reserved"))
        } else {
            Ok(Self(text))
        }
    }
}

/// An object of values of one type, names refused when they come twice.
#[derive(Clone, Debug)]
pub(crate) struct Map<T>(#[allow(dead_code, reason = "a reader uses some of the members")] BTreeMap<String, T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Map<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MapVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for MapVisitor<T> {
            type Value = Map<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Map<T>, A::Error> {
                let mut members = BTreeMap::new();
                while let Some(name) = map.next_key::<String>()? {
                    if members.contains_key(&name) {
                        return Err(A::Error::custom("a name comes twice"));
                    }
                    members.insert(name, map.next_value()?);
                }
                Ok(Map(members))
            }
        }
        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

texts!(RuntimeMode {
    Record = "record",
    Recommend = "recommend",
    Shadow = "shadow",
    Canary = "canary",
    Active = "active",
    Compress = "compress",
});
texts!(FailPolicy { Open = "fail_open", Closed = "fail_closed", });
texts!(Provider {
    Openai = "openai",
    Anthropic = "anthropic",
    Gemini = "gemini",
    Azure = "azure_openai",
    Compatible = "openai_compatible",
});
texts!(Method { Auto = "auto", Elision = "elision", Toon = "toon", });
texts!(Density { Conservative = "conservative", Balanced = "balanced", Max = "max", });
texts!(Stickiness { Conversation = "conversation", None = "none", Key = "key", });
texts!(GuardOp { Eq = "eq", Ne = "ne", Gt = "gt", Gte = "gte", Lt = "lt", Lte = "lte", In = "in", });

object!(Policy, open {
    version: Positive = "version",
    runtime_mode: RuntimeMode = "runtime_mode",
    fail_policy: FailPolicy = "fail_policy",
    providers: Providers = "providers",
    limits: Limits = "limits",
    retention: Retention = "retention",
    optimizers: Map<serde_json::Value> = "optimizers",
    sdk: Map<serde_json::Value> = "sdk",
    telemetry: Telemetry = "telemetry",
    ;
    capabilities: Capabilities = "capabilities",
    pass_through: bool = "pass_through",
    compress: Compression = "compress",
    task_profiles: Map<TaskProfile> = "task_profiles",
    runtime_policies: Vec<RuntimePolicy> = "runtime_policies",
});
object!(Capabilities, open {
    ;
    compress: bool = "compress",
    cache_hints: bool = "cache_hints",
    routing: bool = "routing",
});
object!(Providers, open {
    allowed: Vec<Provider> = "allowed",
    allowed_models: Vec<String> = "allowed_models",
    allowed_regions: Vec<String> = "allowed_regions",
    ;
});
object!(Limits, open {
    max_request_bytes: Positive = "max_request_bytes",
    max_artifact_bytes: Positive = "max_artifact_bytes",
    requests_per_minute: Positive = "requests_per_minute",
    concurrent_requests: Positive = "concurrent_requests",
    monthly_usd: Monthly = "monthly_usd",
    ;
    spend_rate_usd: SpendRate = "spend_rate_usd",
});
object!(Monthly, open {
    soft: NotNegative = "soft",
    hard: NotNegative = "hard",
    ;
});
object!(SpendRate, closed {
    window_seconds: Window = "window_seconds",
    per_key_usd: NotNegative = "per_key_usd",
    per_workflow_usd: NotNegative = "per_workflow_usd",
    soft_block: bool = "soft_block",
    ;
} check |rate| {
    let quota = rate.per_key_usd.0 > 0.0 || rate.per_workflow_usd.0 > 0.0;
    let window = rate.window_seconds.0.0;
    if if quota { window >= 60 } else { window == 0 && !rate.soft_block } {
        Ok(())
    } else {
        Err("a quota needs a window")
    }
});
object!(Retention, open {
    policy_id: String = "policy_id",
    ;
});
object!(Compression, open {
    ;
    method: Method = "method",
    pixel_density: Density = "pixel_density",
});
object!(TaskProfile, closed {
    ;
    quality_floor: Fraction = "quality_floor",
    alpha: Alpha = "alpha",
    candidate_allowlist: Vec<String> = "candidate_allowlist",
    candidate_denylist: Vec<String> = "candidate_denylist",
    max_p95_latency_delta_ms: Whole = "max_p95_latency_delta_ms",
    max_error_delta: NotNegative = "max_error_delta",
    max_cost_ratio: NotNegative = "max_cost_ratio",
    cascade_enabled: bool = "cascade_enabled",
    cascade_tau: Fraction = "cascade_tau",
    max_escalation_rate: Fraction = "max_escalation_rate",
    stickiness: Stickiness = "stickiness",
    cross_provider: bool = "cross_provider",
    data_residency: Vec<String> = "data_residency",
    trusted_route_hints: Vec<String> = "trusted_route_hints",
});
object!(RuntimePolicy, closed {
    id: Filled = "id",
    task_family: Filled = "task_family",
    execute: Execution = "execute",
    ;
    disabled: bool = "disabled",
    applies_when: Vec<Guard> = "applies_when",
    fallback: Fallback = "fallback",
    verify: Vec<String> = "verify",
    budget: Budget = "budget",
    escalation: Vec<Escalation> = "escalation",
    experiment: Experiment = "experiment",
});
object!(Guard, closed {
    field: Filled = "field",
    op: GuardOp = "op",
    value: serde_json::Value = "value",
    ;
});
object!(Execution, closed {
    workflow: Filled = "workflow",
    ;
});
object!(Fallback, closed {
    ;
    workflow: Option<String> = "workflow",
});
object!(Budget, closed {
    ;
    max_cost_usd: NotNegative = "max_cost_usd",
    max_duration_seconds: NotNegative = "max_duration_seconds",
});
object!(Escalation, closed {
    ;
    on: String = "on",
    action: String = "action",
});
object!(Experiment, closed {
    id: Filled = "id",
    arms: Vec<Arm> = "arms",
    ;
    holdout_frac: Holdout = "holdout_frac",
} check |experiment| if experiment.arms.is_empty() { Err("no arm") } else { Ok(()) });
object!(Arm, closed {
    name: ArmName = "name",
    fraction: Above = "fraction",
    ;
});
object!(Telemetry, open {
    metadata_enabled: bool = "metadata_enabled",
    raw_payloads_enabled: bool = "raw_payloads_enabled",
    sample_rate: Fraction = "sample_rate",
    ;
});
