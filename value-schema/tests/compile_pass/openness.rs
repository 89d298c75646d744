//! An open object keeps what is not declared in `extra`; a closed one has no such member, so it is matched without `..`.

value_schema::value_type! {
    pub Open = { type: "object", additionalProperties: true, properties: { a: { type: "string", required: true } } }
}

value_schema::value_type! {
    pub Closed = { type: "object", additionalProperties: false, properties: { a: { type: "string", required: true } } }
}

value_schema::parameters! {
    pub Call = { a: { type: "string", required: true } }
}

fn main() {
    let open = |Open { a, extra }: Open| -> (String, value_schema::JsonObject) { (a, extra) };
    let closed = |Closed { a }: Closed| -> String { a };
    let call = |Call { a, extra }: Call| -> (String, value_schema::JsonObject) { (a, extra) };
    let text = r#"{"a": "", "b": 1}"#;
    assert_eq!(open(<Open as value_schema::DeclaredType>::from_text(text).unwrap()).1.len(), 1);
    assert_eq!(call(<Call as value_schema::DeclaredType>::from_text(text).unwrap()).1.len(), 1);
    assert!(<Closed as value_schema::DeclaredType>::from_text(text).is_err());
    assert_eq!(closed(<Closed as value_schema::DeclaredType>::from_text(r#"{"a": ""}"#).unwrap()), "");
}
