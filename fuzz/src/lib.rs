//! Searches for documents on which a generated decoder and the `jsonschema` validator differ.
//!
//! An input is a list of bytes: they choose a schema, one of its valid documents, and what is changed in it, in the tree
//! or in the text. So any source of bytes steers the search: [`search`] is one that needs no instrumented build, a fuzzing
//! engine may call [`compare`] as well. What a decoder accepts has to be valid and come back whole; what it refuses has to
//! be invalid.
//!
//! ```
//! let subjects = contracts_fuzz::subjects();
//! let found = contracts_fuzz::search(&subjects, 1, |executions| executions < 10);
//! assert_eq!((found.executions, found.differences), (10, Vec::new()));
//! ```

mod compare;
#[path = "../../tests/support/mutants.rs"]
mod mutants;
mod random;
mod repeated;
mod search;
mod subjects;

pub use compare::{Difference, Outcome, compare};
pub use search::{Found, search};
pub use subjects::{Subject, subjects};
