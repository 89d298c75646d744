//! A server that answers with whatever bytes a test wants, one connection after the other, as slowly as it wants.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
};

/// One step of an answer.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Sends bytes.
    Send(Vec<u8>),
    /// Sends the same bytes until the client has gone.
    Flood(Vec<u8>),
    /// Waits until the test lets go.
    Hold,
    /// Breaks the connection off with a reset.
    Reset,
}

/// A server on loopback.
pub(crate) struct RawServer {
    url: String,
    requests: watch::Sender<Vec<String>>,
    sent: Arc<AtomicUsize>,
    hold: Arc<Semaphore>,
    task: tokio::task::JoinHandle<()>,
}

impl RawServer {
    /// A server that gives its answers in order; the last one again and again.
    pub(crate) async fn start(answers: Vec<Vec<Step>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = watch::Sender::default();
        let sent = Arc::new(AtomicUsize::new(0));
        let hold = Arc::new(Semaphore::new(0));
        let state = (requests.clone(), Arc::clone(&sent), Arc::clone(&hold));
        let task = tokio::spawn(async move {
            let mut next = 0;
            loop {
                let Ok((stream, _)) = listener.accept().await else { return };
                let answer = answers[next.min(answers.len() - 1)].clone();
                next += 1;
                let (requests, sent, hold) = state.clone();
                tokio::spawn(async move { serve(stream, answer, &requests, &sent, &hold).await });
            }
        });
        Self { url, requests, sent, hold, task }
    }

    /// Base of the server's URLs.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The requests so far, each with its head, an empty line and its body.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.borrow().clone()
    }

    /// Waits until there were so many requests.
    pub(crate) async fn received(&self, count: usize) {
        let mut requests = self.requests.subscribe();
        let received = requests.wait_for(|requests| requests.len() >= count);
        // Only a test that fails waits so long.
        tokio::time::timeout(Duration::from_secs(60), received).await.expect("no such request came").unwrap();
    }

    /// How many bytes of bodies were sent in floods.
    pub(crate) fn flooded(&self) -> usize {
        self.sent.load(Ordering::SeqCst)
    }

    /// Lets one held answer go on.
    pub(crate) fn release(&self) {
        self.hold.add_permits(1);
    }
}

impl Drop for RawServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    mut stream: TcpStream,
    answer: Vec<Step>,
    requests: &watch::Sender<Vec<String>>,
    sent: &AtomicUsize,
    hold: &Semaphore,
) {
    let mut head = Vec::new();
    while !head.windows(4).any(|window| window == b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let length = String::from_utf8_lossy(&head)
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map_or(0, |(_, length)| length.trim().parse().unwrap());
    let mut body = vec![0; length];
    if stream.read_exact(&mut body).await.is_err() {
        return;
    }
    head.extend(body);
    requests.send_modify(|requests| requests.push(String::from_utf8_lossy(&head).into_owned()));
    for step in answer {
        match step {
            Step::Send(bytes) => {
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
            }
            Step::Flood(bytes) => {
                while stream.write_all(&bytes).await.is_ok() {
                    sent.fetch_add(bytes.len(), Ordering::SeqCst);
                }
                return;
            }
            Step::Hold => hold.acquire().await.unwrap().forget(),
            Step::Reset => {
                stream.set_zero_linger().unwrap();
                return;
            }
        }
    }
    let _ = stream.shutdown().await;
}

/// A whole response with a length.
pub(crate) fn response(status: &str, body: &[u8]) -> Vec<Step> {
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
    vec![Step::Send([head.as_bytes(), body].concat())]
}
