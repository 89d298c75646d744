//! A required member is not an `Option`, and an optional one is not a plain value.

value_schema::parameters! {
    pub Search = {
        query: { type: "string", required: true },
        limit: { type: "integer" },
    }
}

fn members(search: Search) -> (Option<String>, value_schema::JsonInteger) {
    (search.query, search.limit)
}

fn main() {}
