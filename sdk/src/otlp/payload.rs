//! Spans as OTLP in JSON: 64-bit integers are strings, and so are times.

use contracts_runtime::{Nullable, Number};
use contracts_types::Error as ContractError;

use super::{
    attribute::{AttributeValue, Integral},
    scope,
    span::Span,
};
use crate::wire::span_export_request as wire;

/// A request of the traces endpoint.
///
/// # Errors
/// When a span does not keep to the contract. Recorded spans do.
pub(crate) fn export_request(
    service_name: &str,
    agent: &str,
    spans: &[Span],
) -> Result<wire::SpanExportRequest, ContractError> {
    let attributes = vec![attribute("service.name", &service_name.into()), attribute("cave.agent", &agent.into())];
    let scope = wire::Scope { name: scope::NAME.to_owned(), version: scope::VERSION.to_owned() };
    let spans = spans.iter().map(span).collect::<Result<_, _>>()?;
    Ok(wire::SpanExportRequest {
        resource_spans: vec![wire::ResourceSpans {
            resource: wire::Resource { attributes },
            scope_spans: vec![wire::ScopeSpans { scope, spans }],
        }],
    })
}

fn span(span: &Span) -> Result<wire::Span, ContractError> {
    Ok(wire::Span {
        trace_id: span.trace_id.as_str().try_into()?,
        span_id: span.span_id.as_str().try_into()?,
        parent_span_id: span.parent_span_id.as_str().try_into()?,
        name: span.name.clone(),
        kind: span.kind.code().try_into()?,
        start_time_unix_nano: span.start_time_ns.to_string().try_into()?,
        end_time_unix_nano: span.end_time_ns.to_string().try_into()?,
        attributes: span.attributes().iter().map(|(name, value)| attribute(name, value)).collect(),
        status: wire::Status { code: span.status.code().try_into()? },
    })
}

fn attribute(name: &str, value: &AttributeValue) -> wire::Attribute {
    wire::Attribute { key: name.to_owned(), value: attribute_value(value) }
}

fn attribute_value(value: &AttributeValue) -> wire::AttributeValue {
    let none = wire::AttributeValue { bool_value: None, int_value: None, double_value: None, string_value: None };
    match value {
        AttributeValue::Bool(value) => wire::AttributeValue { bool_value: Some(*value), ..none },
        AttributeValue::Int(value) => wire::AttributeValue { int_value: Some(value.to_string()), ..none },
        AttributeValue::Double(value) => match Integral::of(*value) {
            Some(integral) => wire::AttributeValue { int_value: Some(integral.digits()), ..none },
            // What JSON cannot write is null.
            None => wire::AttributeValue { double_value: Some(Nullable::from(Number::from_f64(*value))), ..none },
        },
        AttributeValue::String(value) => wire::AttributeValue { string_value: Some(value.clone()), ..none },
    }
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
            assert_eq!(serde_json::to_string(&attribute_value(&value)).unwrap(), expected);
        }
    }
}
