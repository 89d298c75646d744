//! What must not compile: the cases of `compile_fail/`, with what the compiler says.

#[test]
fn misuse_does_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
