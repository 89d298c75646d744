//! Types are exact to sixteen containers inside each other; what stands below is a `JsonValue`.

use value_schema::JsonValue;

value_schema::value_type! {
    pub Sixteen = { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "string" } } } } } } } } } } } } } } } } }
}

value_schema::value_type! {
    pub Seventeen = { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "string" } } } } } } } } } } } } } } } } } }
}

type Four<T> = Vec<Vec<Vec<Vec<T>>>>;
type Sixteenfold<T> = Four<Four<Four<Four<T>>>>;

fn main() {
    let exact: fn(Sixteen) -> Sixteenfold<String> = |value| value.0;
    let below: fn(Seventeen) -> Sixteenfold<JsonValue> = |value| value.0;
    let of_text = |depth| format!("{}\"leaf\"{}", "[".repeat(depth), "]".repeat(depth));
    let sixteen = <Sixteen as value_schema::DeclaredType>::from_text(&of_text(16)).unwrap();
    let seventeen = <Seventeen as value_schema::DeclaredType>::from_text(&of_text(17)).unwrap();
    assert_eq!(exact(sixteen).len(), below(seventeen).len());
}
