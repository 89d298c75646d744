//! `required: false`, and `required` where nothing could leave it out.

value_schema::value_type! {
    pub Names = {
        type: "object",
        additionalProperties: false,
        properties: {
            first: { type: "string", required: false },
            others: { type: "array", items: { type: "string", required: true } },
        },
    }
}

fn main() {}
