//! Below sixteen containers inside each other the type is a `JsonValue`, not what the declaration says.

value_schema::value_type! {
    pub Seventeen = { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "array", items: { type: "string" } } } } } } } } } } } } } } } } } }
}

type Four<T> = Vec<Vec<Vec<Vec<T>>>>;

fn below(value: Seventeen) -> Four<Four<Four<Four<Vec<String>>>>> {
    value.0
}

fn main() {}
