//! A union of one branch, and a constraint beside a union.

value_schema::parameters! {
    pub Search = {
        near: { oneOf: [{ type: "string" }] },
        far: { type: "string", oneOf: [{ type: "string" }, { type: "null" }] },
    }
}

fn main() {}
