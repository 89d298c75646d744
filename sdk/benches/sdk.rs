//! The speed that the crate promises: `cargo bench -p caveman-sdk`. Each line is the median of many runs, beside its limit.
//! It fails when one does not hold.

use std::{
    hint::black_box,
    process::ExitCode,
    time::{Duration, Instant},
};

use caveman_sdk::{
    AssembleInput, BoxFuture, Cave, DecideOptions, HttpTransport, Json, Object, RuntimePolicyClient, Slot,
    Stability, Transport, TransportError, TransportRequest, TransportResponse,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// Answers every request with the same body.
struct Answer(Vec<u8>);

impl Transport for Answer {
    fn send(&self, _: TransportRequest) -> BoxFuture<'_, Result<TransportResponse, TransportError>> {
        Box::pin(async { Ok(TransportResponse::new(200, self.0.clone())) })
    }
}

fn main() -> ExitCode {
    let mut all_hold = true;
    let mut report = |what: &str, time: Duration, limit: Option<Duration>| all_hold &= holds(what, time, limit);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();

    let context = Json::from_str(r#"{"confidence": 0.95, "language": "rust"}"#).unwrap();
    for (policies, limit) in [(1, Duration::from_micros(2)), (1000, Duration::from_micros(20))] {
        let client = runtime.block_on(client(policies, |number| format!("family-{number}")));
        let options = DecideOptions::new().unit_key("task-7").context(&context);
        assert_eq!(client.decide("family-0", options).policy_id(), Some("policy-0"));
        let median = median(2000, || client.decide(black_box("family-0"), options));
        report(&format!("decide, {policies} policies"), median, Some(limit));
    }
    let client = runtime.block_on(client(1000, |_| "family-0".to_owned()));
    let wrong = Json::from_str(r#"{"confidence": 0.5, "language": "rust"}"#).unwrap();
    let options = DecideOptions::new().unit_key("task-7").context(&wrong);
    assert_eq!(client.decide("family-0", options).reason().as_str(), "guards_failed");
    let all = median(200, || client.decide(black_box("family-0"), options));
    report("decide, 1000 policies of one family, none applies", all, None);

    let cave = cave(Answer(Vec::new()));
    let text = "It is said that \"all\" is well.\n".repeat(330);
    let prompt = || {
        AssembleInput::new("anthropic", "model", "session").slots((0..100).map(|slot| {
            let stability = [Stability::Stable, Stability::Session, Stability::Volatile][slot % 3];
            Slot::new(format!("slot-{slot}"), stability, text.as_str())
        }))
    };
    let mut times: Vec<_> = (0..50)
        .map(|_| {
            let prompt = prompt();
            let begin = Instant::now();
            black_box(cave.assemble(prompt).unwrap());
            begin.elapsed()
        })
        .collect();
    times.sort();
    report("assemble, 100 slots and 1 MB", times[times.len() / 2], Some(Duration::from_millis(10)));

    let (bare, compress) = runtime.block_on(loopback());
    report("a bare call on loopback", bare, None);
    report("compress on loopback", compress, Some(bare * 2));
    if all_hold { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn cave(transport: impl Transport) -> Cave {
    Cave::builder()
        .api_key("key")
        .base_url("http://gateway.test")
        .agent("agent")
        .transport(transport)
        .build()
        .unwrap()
}

async fn client(policies: usize, family: impl Fn(usize) -> String) -> RuntimePolicyClient {
    let policies: Vec<_> = (0..policies)
        .map(|number| {
            format!(
                r#"{{"id":"policy-{number}","task_family":"{}","applies_when":[
                {{"field":"confidence","op":"gte","value":0.9}},{{"field":"language","op":"in","value":["rust","go"]}}],
                "execute":{{"workflow":"new"}},"fallback":{{"workflow":"old"}},"verify":["tests_pass"],
                "budget":{{"max_cost_usd":1.2}},"experiment":{{"id":"exp","holdout_frac":0.1,
                "arms":[{{"name":"a","fraction":1}},{{"name":"b","fraction":2}}]}}}}"#,
                family(number)
            )
        })
        .collect();
    let bundle = format!(
        r#"{{"schema_version":"caveman.runtime-policy.v1","project_id":"p","policy_version":1,"sequence":1,"runtime_policies":[{}]}}"#,
        policies.join(",")
    );
    let envelope: Object = [("bundle", bundle)].into_iter().collect();
    let client = cave(Answer(Json::from(envelope).to_string().into_bytes())).runtime_policy().build().unwrap();
    let refresh = client.refresh().await;
    assert!(refresh.ok, "{refresh:?}");
    client
}

/// The median time of a call, measured over as many runs of a hundred calls.
fn median<T>(runs: u32, call: impl Fn() -> T) -> Duration {
    const CALLS: u32 = 100;
    let mut times: Vec<_> = (0..runs)
        .map(|_| {
            let begin = Instant::now();
            for _ in 0..CALLS {
                black_box(call());
            }
            begin.elapsed() / CALLS
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// The median times of a bare call of the HTTP crate and of a compress call, both to one server on loopback and taken in
/// turns.
async fn loopback() -> (Duration, Duration) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream));
        }
    });
    let payload = "a line of a log\n".repeat(64);
    let body: Object = [("input", payload.as_str())].into_iter().collect();
    let body = Json::from(body).to_string();
    // The HTTP crate is used as the client uses it, without a default of its own.
    rustls::crypto::ring::default_provider().install_default().unwrap();
    let bare = reqwest::Client::builder().no_proxy().build().unwrap();
    let cave = Cave::builder().api_key("key").base_url(&url).agent("agent");
    let cave = cave.transport(HttpTransport::new()).build().unwrap();
    let endpoint = format!("{url}/sdk/v1/compress");
    let (mut bare_times, mut times) = (Vec::new(), Vec::new());
    for _ in 0..2000 {
        let begin = Instant::now();
        let request = bare.post(&endpoint).header("content-type", "application/json").body(body.clone());
        black_box(request.send().await.unwrap().bytes().await.unwrap());
        bare_times.push(begin.elapsed());

        let begin = Instant::now();
        let compressed = cave.compress(&payload, None).await;
        times.push(begin.elapsed());
        assert_eq!(compressed.output, "short");
    }
    bare_times.sort();
    times.sort();
    (bare_times[bare_times.len() / 2], times[times.len() / 2])
}

/// Answers the requests of a connection.
async fn answer(mut stream: TcpStream) {
    const BODY: &str = r#"{"output":"short","tokens_before":256,"tokens_after":1}"#;
    let response = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{BODY}", BODY.len());
    stream.set_nodelay(true).unwrap();
    let mut buffer = Vec::new();
    let mut chunk = [0; 8192];
    loop {
        let head = buffer.windows(4).position(|window| window == b"\r\n\r\n").map(|at| at + 4);
        let length = head.map(|head| {
            String::from_utf8_lossy(&buffer[..head])
                .lines()
                .filter_map(|line| line.split_once(':'))
                .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
                .map_or(0, |(_, length)| length.trim().parse::<usize>().unwrap())
        });
        match head.zip(length) {
            Some((head, length)) if buffer.len() >= head + length => {
                buffer.drain(..head + length);
                if stream.write_all(response.as_bytes()).await.is_err() {
                    return;
                }
            }
            _ => match stream.read(&mut chunk).await {
                Ok(0) | Err(_) => return,
                Ok(count) => buffer.extend(&chunk[..count]),
            },
        }
    }
}

/// Says how long something took, and whether it is within its limit.
fn holds(what: &str, time: Duration, limit: Option<Duration>) -> bool {
    let Some(limit) = limit else {
        println!("{what}: {time:?}");
        return true;
    };
    let holds = time <= limit;
    println!("{what}: {time:?}, limit {limit:?}: {}", if holds { "holds" } else { "DOES NOT HOLD" });
    holds
}
