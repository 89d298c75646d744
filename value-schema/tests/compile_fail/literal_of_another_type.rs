//! A literal that the declared type does not have.

value_schema::parameters! {
    pub Search = {
        days: { type: "integer", enum: [1, 2.5, "3"] },
    }
}

fn main() {}
