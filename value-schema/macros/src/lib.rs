//! The declaration macros of `value-schema`. Use them through that crate, whose documentation shows them.

mod declaration;
mod places;
mod tokens;

use proc_macro2::TokenStream;

use crate::declaration::Form;

/// Rust types from a value declaration: see the crate `value-schema`.
#[proc_macro]
pub fn value_type(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(input.into(), Form::Value).into()
}

/// Rust types from a parameter declaration: see the crate `value-schema`.
#[proc_macro]
pub fn parameters(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(input.into(), Form::Parameters).into()
}

fn expand(input: TokenStream, form: Form) -> TokenStream {
    match declaration::parse(input) {
        Ok(declarations) => declarations.expand(form),
        Err(error) => error.into_compile_error(),
    }
}
