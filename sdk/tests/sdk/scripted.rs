//! A transport that answers as a test says, without a network, for what no server could show.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use bytes::Bytes;
use caveman_sdk::{Body, BodyStream, BoxFuture, Transport, TransportError, TransportRequest, TransportResponse};

/// Answers every request with the same head and with a body that counts how often it is read.
pub(crate) struct Counted {
    /// Header of the response.
    pub(crate) header: (&'static str, &'static str),
    /// How often a chunk of a body was asked for.
    pub(crate) reads: Arc<AtomicUsize>,
}

impl Transport for Counted {
    fn send(&self, _: TransportRequest) -> BoxFuture<'_, Result<TransportResponse, TransportError>> {
        let mut response = TransportResponse::new(200, "");
        let (name, value) = self.header;
        response.headers.insert(name, value.parse().unwrap());
        response.body = Body::from_stream(Endless(Arc::clone(&self.reads)));
        Box::pin(async { Ok(response) })
    }
}

struct Endless(Arc<AtomicUsize>);

impl BodyStream for Endless {
    fn next_chunk(&mut self) -> BoxFuture<'_, Result<Option<Bytes>, TransportError>> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Box::pin(async { Ok(Some(Bytes::from_static(b"    "))) })
    }
}

/// Never answers, and takes no notice of anything.
pub(crate) struct Deaf;

impl Transport for Deaf {
    fn send(&self, _: TransportRequest) -> BoxFuture<'_, Result<TransportResponse, TransportError>> {
        Box::pin(std::future::pending())
    }
}

/// Answers with an empty object, and keeps how the request prints itself.
pub(crate) struct Shown(pub(crate) Arc<Mutex<String>>);

impl Transport for Shown {
    fn send(&self, request: TransportRequest) -> BoxFuture<'_, Result<TransportResponse, TransportError>> {
        // Header by header too: a transport prints what it likes.
        *self.0.lock().unwrap() = format!("{request:?} {:?}", request.headers);
        Box::pin(async { Ok(TransportResponse::new(200, "{}")) })
    }
}
