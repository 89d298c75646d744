//! A closed object has no place for members that are not declared.

value_schema::value_type! {
    pub Closed = { type: "object", additionalProperties: false, properties: { a: { type: "string" } } }
}

fn extra(closed: Closed) {
    drop(closed.extra);
}

fn main() {}
