//! A pattern that needs backtracking says which feature runs it.

use contracts_runtime::Pattern;

static UNLESS_TEMPORARY: Pattern = contracts_runtime::backtracking_pattern!("^(?!tmp)", "\\A(?!tmp)");

fn main() {
    let _ = UNLESS_TEMPORARY.is_match("name");
}
