use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Instant;

use diesel::connection::SimpleConnection;
use tokio::sync::mpsc;

use super::*;
use crate::base::config::{Config, DatabaseUrl};
use crate::base::time::Weekday;
use crate::cli::kernel_module;
use crate::product::front_ends::Ui;
use crate::product::module::Module;
use crate::product::plan::Product;
use crate::{get, utoipa};

/// A response that takes hours.
#[get("/slow", tag = "slow", permission = "public", response(200, "Counted"))]
async fn slow_view(app: actix_web::web::Data<Kernel>) -> Result<actix_web::HttpResponse> {
    const ENDLESS: &str = "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL \
                           SELECT number + 1 FROM numbers) SELECT COUNT(*) FROM numbers";
    app.core.db.read_long(|conn| Ok(conn.batch_execute(ENDLESS)?)).await?;
    Ok(actix_web::HttpResponse::Ok().finish())
}

const SLOW: Module = Module {
    tags: &[("slow", "What takes long.")],
    routes: |api| {
        api.service(slow_view);
    },
    ..Module::new("slow")
};

const PRODUCT: Product = Product {
    modules: &[SLOW],
    roles: "g, admin, user\n",
    name: "Test",
    currency: "EUR",
    time_zone: "UTC",
    languages: &["en-GB"],
    first_day_of_week: Weekday::Mon,
    areas: &["estimations"],
    start_pages: &[],
    colours: &[],
    demo: &[],
    ui: Ui { admin: |_| None, shell: |_| None, docs: |_| None },
};

/// A server on a port of its own, with a database that is deleted with it.
struct TestApp {
    address: SocketAddr,
    stop: mpsc::UnboundedSender<StopRequest>,
    served: rt::task::JoinHandle<Result<()>>,
    kernel: Arc<Kernel>,
    _folder: tempfile::TempDir,
}

impl TestApp {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let config = Config { drain_seconds: 1, ..Config::on(database) };
        let plan = kernel_module::plan(&PRODUCT, None).await.unwrap();
        let kernel = Kernel::open(plan, config, true).await.unwrap();
        let listener = listen(([127, 0, 0, 1], 0).into()).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stops) = mpsc::unbounded_channel();
        let stops = Box::pin(stream::unfold(stops, async |mut stops| {
            stops.recv().await.map(|stop| (stop, stops))
        }));
        let kernel = Arc::new(kernel);
        let served = rt::spawn(serve_until(stops, Arc::clone(&kernel), listener, 2));
        Self { address, stop, served, kernel, _folder: folder }
    }

    fn client(&self) -> Client {
        Client::connect(self.address).unwrap()
    }
}

struct Client(BufReader<TcpStream>);

/// A response: its status, and whether the connection stays open for another request.
type Answer = (u16, bool);

impl Client {
    fn connect(address: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self(BufReader::new(stream)))
    }

    fn send(&mut self, bytes: &str) -> std::io::Result<()> {
        self.0.get_mut().write_all(bytes.as_bytes())
    }

    fn answer(&mut self) -> std::io::Result<Answer> {
        let (mut status, mut length, mut keep_alive) = (0, 0, true);
        for at in 0.. {
            let mut line = String::new();
            if self.0.read_line(&mut line)? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            let line = line.trim_end().to_ascii_lowercase();
            if at == 0 {
                status = line.split(' ').nth(1).unwrap().parse().unwrap();
            } else if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.parse().unwrap();
            } else if line == "connection: close" {
                keep_alive = false;
            } else if line.is_empty() {
                break;
            }
        }
        self.0.read_exact(&mut vec![0; length])?;
        Ok((status, keep_alive))
    }

    fn get(&mut self, path: &str) -> std::io::Result<Answer> {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"))?;
        self.answer()
    }

    fn has_ended(&mut self) -> bool {
        matches!(self.0.read(&mut [0]), Ok(0))
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    rt::task::spawn_blocking(work).await.unwrap()
}

/// The first half of a request with a body, and its second half.
const HALF: &str = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n\
                    Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{";
const REST: &str = "}";

#[actix_web::test]
async fn accepted_connections_are_not_reset_at_shutdown() {
    let test_app = TestApp::open().await;
    let address = test_app.address;
    // Each sends requests without pause, on one connection for as long as it stays open.
    let clients: Vec<_> = (0..8)
        .map(|_| {
            rt::task::spawn_blocking(move || {
                let mut answered = 0;
                loop {
                    let mut client = match Client::connect(address) {
                        Ok(client) => client,
                        Err(error) => return (answered, error.kind()),
                    };
                    loop {
                        match client.get("/healthz") {
                            Ok((200, true)) => answered += 1,
                            Ok((200, false)) => break answered += 1,
                            other => panic!("cut off after {answered} answers: {other:?}"),
                        }
                    }
                }
            })
        })
        .collect();
    let mut watcher = test_app.client();
    assert_eq!(blocking(move || watcher.get("/readyz")).await.unwrap(), (200, true));
    test_app.stop.send(StopRequest::Drain).unwrap();
    let draining = move || loop {
        let answer = Client::connect(address).and_then(|mut client| client.get("/readyz"));
        match answer.unwrap() {
            (200, true) => {}
            answer => break answer,
        }
    };
    assert_eq!(blocking(draining).await, (503, false));
    for client in clients {
        let (answered, refused) = client.await.unwrap();
        assert_eq!(refused, ErrorKind::ConnectionRefused);
        assert!(answered > 0);
    }
    test_app.served.await.unwrap().unwrap();
}

#[actix_web::test]
async fn running_request_is_finished_and_idle_connection_closed() {
    let test_app = TestApp::open().await;
    let (mut idle, mut busy) = (test_app.client(), test_app.client());
    let address = test_app.address;
    let (mut idle, mut busy) = blocking(move || {
        assert_eq!(idle.get("/healthz").unwrap(), (200, true));
        busy.send(HALF).unwrap();
        // A later response shows that the first half was read.
        assert_eq!(Client::connect(address).unwrap().get("/healthz").unwrap(), (200, true));
        (idle, busy)
    })
    .await;
    test_app.stop.send(StopRequest::Immediate).unwrap();
    let answer = blocking(move || {
        assert!(idle.has_ended());
        assert!(Client::connect(address).is_err());
        busy.send(REST).unwrap();
        (busy.answer().unwrap(), busy.has_ended())
    });
    assert_eq!(answer.await, ((422, false), true));
    test_app.served.await.unwrap().unwrap();
}

#[actix_web::test]
async fn request_of_a_disconnected_client_is_cancelled() {
    let test_app = TestApp::open().await;
    let long_reads = |busy: u32| {
        let db = test_app.kernel.core.db.clone();
        async move {
            let started = Instant::now();
            while db.long_in_use().busy != busy {
                assert!(started.elapsed() < Duration::from_secs(20), "never {busy}");
                rt::task::yield_now().await;
            }
        }
    };
    let mut client = test_app.client();
    let send = move || {
        client.send("GET /api/slow HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        client
    };
    let client = blocking(send).await;
    long_reads(1).await;
    drop(client);
    long_reads(0).await;
    test_app.stop.send(StopRequest::Immediate).unwrap();
    test_app.served.await.unwrap().unwrap();
}

#[actix_web::test]
async fn second_signal_ends_the_process_at_once() {
    let test_app = TestApp::open().await;
    let mut busy = test_app.client();
    let busy = blocking(move || {
        busy.send(HALF).unwrap();
        busy
    });
    let _busy = busy.await;
    test_app.stop.send(StopRequest::Drain).unwrap();
    test_app.stop.send(StopRequest::Drain).unwrap();
    // A process that ends after its drain period ends without an error.
    assert!(test_app.served.await.unwrap().is_err());
}

#[actix_web::test]
async fn endless_head_is_rejected() {
    let test_app = TestApp::open().await;
    let mut client = test_app.client();
    let answer = blocking(move || {
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ").unwrap();
        // The server may reject it before all of it was sent.
        let _ = client.send(&"x".repeat(200_000));
        let _ = client.0.get_ref().shutdown(Shutdown::Write);
        client.answer().map(|(status, _)| status)
    });
    assert_eq!(answer.await.unwrap(), 431);
    test_app.stop.send(StopRequest::Immediate).unwrap();
    test_app.served.await.unwrap().unwrap();
}

#[actix_web::test]
async fn an_upload_that_is_too_large_and_takes_long_is_answered() {
    let test_app = TestApp::open().await;
    let mut client = test_app.client();
    let answer = blocking(move || {
        let head = HALF.replace("Content-Length: 2", "Content-Length: 1000000000000");
        client.send(&head).unwrap();
        // It reads nothing before it has sent that much.
        let (begun, part) = (Instant::now(), "x".repeat(64 * 1024));
        while begun.elapsed() < Duration::from_secs(2) {
            client.send(&part).unwrap();
        }
        client.answer()
    });
    assert_eq!(answer.await.unwrap(), (413, false));
    test_app.stop.send(StopRequest::Immediate).unwrap();
    test_app.served.await.unwrap().unwrap();
}
