//! The declaration macros of `value-schema`.
