//! How many connections calls need.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use caveman_sdk::{Cave, CreateHints, Error, HttpTransport, Json, TraceOptions};
use hyper::{
    Request, Response,
    body::{Body, Frame, Incoming, SizeHint},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{net::TcpListener, time::Instant};

use crate::scripted::{Act, Scripted};

/// A body of so many bytes, with a length or in chunks.
struct Zeros {
    left: usize,
    with_length: bool,
}

impl Body for Zeros {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let chunk = self.left.min(1000);
        self.left -= chunk;
        Poll::Ready((chunk > 0).then(|| Ok(Frame::data(vec![0; chunk].into()))))
    }

    fn size_hint(&self) -> SizeHint {
        if self.with_length { SizeHint::with_exact(self.left as u64) } else { SizeHint::default() }
    }
}

/// A server that keeps its connections. It refuses everything with a body of so many bytes, but sends what comes with POST
/// elsewhere first.
struct Keeping {
    url: String,
    connections: Arc<AtomicUsize>,
    requests: Arc<AtomicUsize>,
}

impl Keeping {
    async fn start(length: usize, with_length: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (connections, requests) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let counts = (Arc::clone(&connections), Arc::clone(&requests));
        tokio::spawn(async move {
            let (connections, requests) = counts;
            while let Ok((stream, _)) = listener.accept().await {
                connections.fetch_add(1, Ordering::SeqCst);
                let requests = Arc::clone(&requests);
                let answer = service_fn(move |request: Request<Incoming>| {
                    requests.fetch_add(1, Ordering::SeqCst);
                    let response = Response::builder();
                    let response = if request.method() == "POST" {
                        response.status(303).header("location", "/elsewhere")
                    } else {
                        response.status(403)
                    };
                    let body = Zeros { left: length, with_length };
                    std::future::ready(Ok::<_, Infallible>(response.body(body).unwrap()))
                });
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
            }
        });
        Self { url, connections, requests }
    }
}

/// Lets the connections of this thread come to rest.
async fn rest() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn refusals_and_redirects_leave_their_connection_for_the_next_request() {
    // Each call makes this many requests, of which each needs a connection of its own where bodies are long.
    for (length, reused) in [(0, true), (10, true), (16 << 10, true), (1 << 20, false)] {
        for with_length in [true, false] {
            let place = format!("{length} bytes, with a length: {with_length}");
            let server = Keeping::start(length, with_length).await;
            let cave = Cave::builder().api_key("k").base_url(&server.url).agent("a");
            let cave = cave.transport(HttpTransport::new()).build().unwrap();
            for _ in 0..3 {
                assert!(matches!(cave.cave_plan().await, Err(Error::Status { status: 403, .. })), "{place}");
                rest().await;
            }
            let trace = cave.trace(TraceOptions::new());
            let refused = trace.checkpoints().create(Json::Null, Json::Null).await.unwrap_err();
            assert!(matches!(refused, Error::Request { status: 403, .. }), "{place}: {refused}");
            rest().await;
            assert_eq!(cave.compress("text", None).await.output, "text");
            rest().await;
            assert!(!cave.runtime_policy().build().unwrap().refresh().await.ok);
            rest().await;
            let requests = server.requests.load(Ordering::SeqCst);
            let connections = server.connections.load(Ordering::SeqCst);
            assert_eq!((requests, connections), (8, if reused { 1 } else { 8 }), "{place}");
        }
    }
}

#[tokio::test]
async fn answers_leave_their_connection_for_the_next_request() {
    let server = Keeping::start(100_000, true).await;
    let cave = Cave::builder().api_key("k").base_url(&server.url).agent("a");
    let cave = cave.transport(HttpTransport::new()).build().unwrap();
    for _ in 0..3 {
        // The body of this refusal is its message, and read.
        let refused = cave.openai().create_response(Json::Null, CreateHints::new()).await.unwrap_err();
        assert!(matches!(&refused, Error::Rejected { status: 403, body } if body.len() == 100_000));
        rest().await;
    }
    // The body of the redirect before it is too long to be read.
    assert_eq!(server.connections.load(Ordering::SeqCst), 4);
}

#[tokio::test(start_paused = true)]
async fn a_refusal_does_not_wait_for_a_body_that_nobody_reads() {
    let builder = || {
        let transport = Scripted::new([Act::Drip(403, Duration::from_millis(3))]);
        Cave::builder().api_key("k").base_url("http://gateway.test").agent("a").transport(transport)
    };
    for (cave, waited) in [
        (builder().build().unwrap(), 250),
        // Nor longer than the deadline, behind which the refusal is still one.
        (builder().timeout(Duration::from_millis(100)).build().unwrap(), 100),
    ] {
        let begin = Instant::now();
        assert!(matches!(cave.cave_plan().await, Err(Error::Status { status: 403, .. })));
        assert_eq!(begin.elapsed(), Duration::from_millis(waited));
    }
}
