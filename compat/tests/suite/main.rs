//! Tests of the decision against published questions and against the validator.

mod corpus;
