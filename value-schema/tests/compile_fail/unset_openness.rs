//! An object that says neither that it is open nor that it is closed.

value_schema::value_type! {
    pub Place = { type: "object", properties: { lat: { type: "number", required: true } } }
}

fn main() {}
