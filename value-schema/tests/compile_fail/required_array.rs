//! `required` as in JSON Schema: a list of names on the object.

value_schema::value_type! {
    pub Place = {
        type: "object",
        additionalProperties: false,
        required: ["lat"],
        properties: { lat: { type: "number" } },
    }
}

fn main() {}
