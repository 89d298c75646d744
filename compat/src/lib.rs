//! Compares two versions of JSON Schemas and shows every breaking change with a document that proves it.
