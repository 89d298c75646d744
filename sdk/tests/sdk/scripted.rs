//! A transport that answers as a test says, without a network, for what no server could show.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use caveman_sdk::{Body, BodyStream, BoxFuture, Transport, TransportError, TransportRequest, TransportResponse};
use tokio::{sync::Semaphore, time::sleep};

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

/// Answers with an empty object, and keeps the requests.
#[derive(Clone, Default)]
pub(crate) struct Kept(pub(crate) Arc<Mutex<Vec<TransportRequest>>>);

impl Transport for Kept {
    fn send(&self, request: TransportRequest) -> BoxFuture<'_, Result<TransportResponse, TransportError>> {
        self.0.lock().unwrap().push(request);
        Box::pin(async { Ok(TransportResponse::new(200, "{}")) })
    }
}

/// What becomes of a request.
#[derive(Clone)]
pub(crate) enum Act {
    /// An answer with this status and body.
    Answer(u16, Vec<u8>),
    /// An answer with success and this body, when the test lets go.
    Held(Vec<u8>),
    /// An answer with this status whose body is a space after each such time, and never ends.
    Drip(u16, Duration),
    /// A panic.
    Panic,
}

/// Acts as it was told, one request after the other; the last act again and again. With the clock of a test that is
/// paused, time passes only when every task waits for it.
#[derive(Clone)]
pub(crate) struct Scripted {
    acts: Arc<[Act]>,
    begun: Arc<AtomicUsize>,
    hold: Arc<Semaphore>,
}

impl Scripted {
    pub(crate) fn new(acts: impl Into<Arc<[Act]>>) -> Self {
        Self { acts: acts.into(), begun: Arc::default(), hold: Arc::new(Semaphore::new(0)) }
    }

    /// How many requests came so far.
    pub(crate) fn requests(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }

    /// Lets one answer go that is held.
    pub(crate) fn release(&self) {
        self.hold.add_permits(1);
    }
}

impl Transport for Scripted {
    fn send(&self, _: TransportRequest) -> BoxFuture<'_, Result<TransportResponse, TransportError>> {
        let number = self.begun.fetch_add(1, Ordering::SeqCst);
        let act = self.acts[number.min(self.acts.len() - 1)].clone();
        Box::pin(async move {
            match act {
                Act::Answer(status, body) => Ok(TransportResponse::new(status, body)),
                Act::Held(body) => {
                    self.hold.acquire().await.unwrap().forget();
                    Ok(TransportResponse::new(200, body))
                }
                Act::Drip(status, pause) => {
                    let mut response = TransportResponse::new(status, "");
                    response.body = Body::from_stream(Dripping(pause));
                    Ok(response)
                }
                Act::Panic => panic!("the transport is broken"),
            }
        })
    }
}

struct Dripping(Duration);

impl BodyStream for Dripping {
    fn next_chunk(&mut self) -> BoxFuture<'_, Result<Option<Bytes>, TransportError>> {
        Box::pin(async {
            sleep(self.0).await;
            Ok(Some(Bytes::from_static(b" ")))
        })
    }
}

/// Says to a test on another thread that there was a request, and answers with an empty object.
pub(crate) struct Called(pub(crate) std::sync::mpsc::Sender<()>);

impl Transport for Called {
    fn send(&self, _: TransportRequest) -> BoxFuture<'_, Result<TransportResponse, TransportError>> {
        let _ = self.0.send(());
        Box::pin(async { Ok(TransportResponse::new(200, "{}")) })
    }
}
