//! The client against a real HTTP server on loopback, and the shared vectors of all clients.

mod hostile;
mod parity;
mod policy_refresh;
mod policy_support;
mod policy_vectors;
mod raw_server;
mod readme;
mod shared;
