//! What must compile, and what must not: the cases of `compile_pass/` and `compile_fail/`, with what the compiler says.

#[test]
fn declarations_mean_what_they_say() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/compile_pass/*.rs");
    cases.compile_fail("tests/compile_fail/*.rs");
}
