//! A bound, a pattern and a reference: keywords of JSON Schema that the vocabulary does not have. Each is told.

value_schema::parameters! {
    pub Search = {
        query: { type: "string", required: true, pattern: "^a" },
        limit: { type: "integer", minimum: 1 },
        parent: { "$ref": "#" },
    }
}

fn main() {}
