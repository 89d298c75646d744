//! Which runtime policies a control plane publishes.
//!
//! An entry of `runtime_policies` is kept only if it is valid against the schema's item definition; else it is dropped
//! whole, with its reason. Nothing is repaired: an entry without its broken guard, or without its broken experiment,
//! would apply to more traffic than its author meant. So an unknown `op` and an arm named `holdout` drop the entry.
//!
//! Callers that decide with a published bundle follow looser rules: see [`guard`](crate::guard) and
//! [`experiment`](crate::experiment).

use std::fmt;

use contracts_runtime::{ArrayView, Error, Json};

use crate::policy::RuntimePolicy;

/// What rendering made of the entries.
#[derive(Clone, Debug, PartialEq)]
pub struct Rendered {
    /// The valid entries, in their order.
    pub kept: Vec<RuntimePolicy>,
    /// The others, in their order.
    pub dropped: Vec<Dropped>,
}

/// An entry that is not published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Its index in `runtime_policies`, from 0.
    pub index: usize,
    /// What the schema has against it. The pointer begins at the entry.
    pub reason: Error,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "runtime policy {} is dropped: {}", self.index, self.reason)
    }
}

/// Keeps the valid entries of a `runtime_policies` array, and reports the others.
///
/// ```
/// use contracts_types::{Json, render::render};
///
/// let entries = Json::from_str(
///     r#"[
///         {"id": "a", "task_family": "triage", "execute": {"workflow": "small"}},
///         {"id": "b", "task_family": "triage", "execute": {"workflow": "small"},
///          "applies_when": [{"field": "tier", "op": "matches", "value": "f.*"}]}
///     ]"#,
/// )?;
/// let rendered = render(&entries.as_array().unwrap_or_default());
///
/// assert_eq!(rendered.kept.len(), 1);
/// assert_eq!(rendered.dropped[0].index, 1);
/// assert_eq!(rendered.dropped[0].reason.pointer(), "/applies_when/0/op");
/// # Ok::<(), contracts_types::Error>(())
/// ```
pub fn render(entries: &dyn ArrayView) -> Rendered {
    let mut rendered = Rendered { kept: Vec::new(), dropped: Vec::new() };
    for (index, entry) in (0..entries.len()).filter_map(|index| Some((index, entries.item(index)?))) {
        match Json::from(entry).decode_as() {
            Ok(policy) => rendered.kept.push(policy),
            Err(reason) => rendered.dropped.push(Dropped { index, reason }),
        }
    }
    rendered
}
