//! Spans as OTLP in JSON: 64-bit integers are strings, and so are times.

use contracts_runtime::{Json, Object};

use super::{attribute::AttributeValue, span::Span};
use crate::canonical_json;

/// A request of the traces endpoint.
pub(crate) fn export_request(service_name: &str, agent: &str, spans: &[Span]) -> Json {
    let resource = [("service.name", service_name), ("cave.agent", agent)]
        .into_iter()
        .map(|(name, value)| attribute(name, &value.into()))
        .collect();
    let scope = object([("name", "caveman-cloud".into()), ("version", "1.0.0".into())]);
    let scope_spans = object([("scope", scope), ("spans", spans.iter().map(span).collect())]);
    let resource_spans =
        object([("resource", object([("attributes", resource)])), ("scopeSpans", Json::Array(vec![scope_spans]))]);
    object([("resourceSpans", Json::Array(vec![resource_spans]))])
}

fn span(span: &Span) -> Json {
    object([
        ("traceId", span.trace_id.as_str().into()),
        ("spanId", span.span_id.as_str().into()),
        ("parentSpanId", span.parent_span_id.as_str().into()),
        ("name", span.name.as_str().into()),
        ("kind", u64::from(span.kind.code()).into()),
        ("startTimeUnixNano", span.start_time_ns.to_string().into()),
        ("endTimeUnixNano", span.end_time_ns.to_string().into()),
        ("attributes", span.attributes().iter().map(|(name, value)| attribute(name, value)).collect()),
        ("status", object([("code", u64::from(span.status.code()).into())])),
    ])
}

fn attribute(name: &str, value: &AttributeValue) -> Json {
    let value = match value {
        AttributeValue::Bool(value) => ("boolValue", (*value).into()),
        AttributeValue::Int(value) => ("intValue", value.to_string().into()),
        AttributeValue::Double(value) if value.fract() == 0.0 => {
            ("intValue", canonical_json::number(*value).into())
        }
        // What JSON cannot write is null.
        AttributeValue::Double(value) => ("doubleValue", Json::try_from(*value).unwrap_or(Json::Null)),
        AttributeValue::String(value) => ("stringValue", value.as_str().into()),
    };
    object([("key", name.into()), ("value", object([value]))])
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().collect::<Object>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_attributes() {
        for (value, expected) in [
            (AttributeValue::Int(i64::MIN), r#"{"intValue":"-9223372036854775808"}"#),
            (AttributeValue::Double(1.0), r#"{"intValue":"1"}"#),
            (AttributeValue::Double(-0.0), r#"{"intValue":"0"}"#),
            (AttributeValue::Double(1e20), r#"{"intValue":"100000000000000000000"}"#),
            (AttributeValue::Double(0.1), r#"{"doubleValue":0.1}"#),
            (AttributeValue::Double(f64::NAN), r#"{"doubleValue":null}"#),
            (AttributeValue::Double(f64::INFINITY), r#"{"doubleValue":null}"#),
            (AttributeValue::Bool(true), r#"{"boolValue":true}"#),
            (AttributeValue::String("é".to_owned()), r#"{"stringValue":"é"}"#),
        ] {
            assert_eq!(attribute("k", &value).pointer("/value").unwrap().to_string(), expected);
        }
    }
}
