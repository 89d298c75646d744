//! The client against a real HTTP server on loopback, and the shared vectors of all clients.

mod alone;
mod answers;
mod bounds;
mod calls;
mod cancellation;
mod checklist;
mod connections;
mod headers;
mod hostile;
mod log;
mod observability;
mod parity;
mod policy_refresh;
mod policy_support;
mod policy_vectors;
mod raw_server;
mod readme;
mod requests;
mod scripted;
mod shared;
