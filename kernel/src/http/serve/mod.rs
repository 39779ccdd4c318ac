//! The process as a server: its listening socket, its limits, and its shutdown.
//!
//! **Shutdown.** `SIGTERM` comes from an operator of several nodes. From then on `/readyz` returns
//! `draining`, so that the load balancer sends requests to other nodes, and every response closes
//! its connection, so that clients reconnect elsewhere; requests are still accepted for
//! `drain_seconds`. Then the server stops accepting connections, finishes running requests, and
//! exits. `SIGINT`, from a keyboard, skips the drain period. A second signal ends the process at
//! once.

use std::future::ready;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use actix_http::HttpService;
use actix_http::error::DispatchError;
use actix_server::{Server, ServerHandle};
use actix_service::{IntoServiceFactory, ServiceFactoryExt, fn_service, map_config};
use actix_web::dev::AppConfig;
use actix_web::rt;
use actix_web::rt::net::TcpStream;
use futures_util::future::{Either, select};
use futures_util::{Stream, StreamExt, stream};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use socket2::{Domain, Protocol, SockRef, Socket, TcpKeepalive, Type};
use tokio::signal::unix::{SignalKind, signal};

use crate::base::error::{Error, Result};
use crate::http::app;
use crate::http::connection::{Connection, ConnectionLimit, HEAD_TIMEOUT, TOO_MANY};
use crate::product::kernel::Kernel;

/// How long an idle connection stays open: longer than proxies keep theirs, mostly 60 s, so that
/// this end never closes it while a proxy is sending the next request on it.
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// How long the server keeps reading an unwanted body, such as an upload that is too large: many a client reads the
/// response only after it has sent everything, and never when the connection is closed before. What is read is
/// discarded. Not longer than a head may take, because what arrives after a response counts as the next head.
const LINGER: Duration = HEAD_TIMEOUT;

/// How long sent data may stay unacknowledged. This frees connections of phones that are offline,
/// and of clients that request much and read nothing.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// The length of the accept queue.
const BACKLOG: i32 = 1024;

/// The maximum number of connections of one worker, whatever the system allows.
const MOST_CONNECTIONS: u64 = 25_000;

/// File descriptors that are not client connections: the database's, temporary files.
const OTHER_FILES: u64 = 200;

/// How long running requests and jobs may take to finish at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(30);

/// How long jobs may take at least that the last requests began.
const LAST_JOBS_TIMEOUT: Duration = Duration::from_secs(2);

/// How long database work may continue after that.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(30);

/// How long the last accepted connections have to send their request. They have been waiting in the
/// accept queue, and their requests with them.
const ACCEPT_QUEUE_TIMEOUT: Duration = Duration::from_secs(2);

/// How many polls in a row must find no connection, and the interval between them. One poll is not
/// enough: between the accept queue and the worker that counts it, a connection is invisible, for
/// as long as a busy machine delays the threads.
const EMPTY_POLLS: u32 = 25;
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A request to shut down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StopRequest {
    /// After the drain period.
    Drain,
    Immediate,
}

/// Serves until the process receives a signal to stop. `begin` starts the background jobs once the
/// address is bound.
pub(crate) async fn serve(
    kernel: Arc<Kernel>,
    workers: usize,
    begin: impl FnOnce(&Arc<Kernel>),
) -> Result<()> {
    let listener = listen(kernel.core.config.listen)?;
    let stops = stream::select(
        stop_requests(SignalKind::terminate(), StopRequest::Drain)?,
        stop_requests(SignalKind::interrupt(), StopRequest::Immediate)?,
    );
    begin(&kernel);
    // Compresses static responses off the worker threads; until that is done, requests compress
    // what they need.
    let prepared = Arc::clone(&kernel);
    drop(rt::task::spawn_blocking(move || {
        prepared.plan.document.served.prepare();
        prepared.front_ends.prepare();
    }));
    serve_until(stops, kernel, listener, workers).await
}

fn stop_requests(
    kind: SignalKind,
    stop: StopRequest,
) -> Result<impl Stream<Item = StopRequest> + Unpin> {
    let signal = signal(kind).map_err(Error::internal)?;
    Ok(Box::pin(stream::unfold(signal, move |mut signal| async move {
        signal.recv().await.map(|()| (stop, signal))
    })))
}

async fn serve_until(
    mut stops: impl Stream<Item = StopRequest> + Unpin,
    kernel: Arc<Kernel>,
    listener: TcpListener,
    workers: usize,
) -> Result<()> {
    let socket = listener.try_clone().map_err(Error::internal)?;
    let server = server(Arc::clone(&kernel), listener, workers).map_err(Error::internal)?;
    let handle = server.handle();
    // A server that ends without a stop has failed; one that was stopped is awaited below.
    let mut serving = rt::spawn(server);
    let stop = match select(&mut serving, stops.next()).await {
        Either::Left((ended, _)) => {
            return ended.map_err(Error::internal)?.map_err(Error::internal);
        }
        Either::Right((stop, _)) => stop.unwrap_or(StopRequest::Immediate),
    };
    let ending = std::pin::pin!(end(stop, &kernel, socket, &handle));
    if let Either::Right(_) = select(ending, stops.next()).await {
        drop(handle.stop(false));
        return Err(Error::startup("Told to stop twice: what was under way was given up"));
    }
    Ok(())
}

/// Builds the server from actix's parts, as `HttpServer` does, but with connections that are
/// limited and counted.
fn server(kernel: Arc<Kernel>, listener: TcpListener, workers: usize) -> io::Result<Server> {
    let limit = kernel.core.config.connections_per_address;
    let limit = ConnectionLimit::new(limit, &kernel.core.config.trusted_proxies);
    let builder = Server::build();
    let ending = builder.graceful_shutdown_signal();
    let connections = move || {
        let (kernel, limit, ending) = (Arc::clone(&kernel), Arc::clone(&limit), ending.clone());
        let served = Arc::clone(&kernel);
        let app = app::app(served).into_factory().map_err(|error| error.error_response());
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let ending = ending.clone();
                async move { ending.notified().await }
            })
            .keep_alive(KEEP_ALIVE)
            .client_request_timeout(HEAD_TIMEOUT)
            .client_disconnect_timeout(LINGER)
            // A client that closes its half of the connection waits for no response: its request is
            // dropped.
            .h1_allow_half_closed(false)
            .on_connect_ext(|connection: &Connection, data| {
                data.insert(connection.exchange());
            })
            .h1(map_config(app, |()| AppConfig::default()));
        fn_service(move |stream| ready(accept(stream, &limit, &kernel))).and_then(http)
    };
    let server = builder
        .workers(workers)
        .disable_signals()
        .max_concurrent_connections(most_connections(workers))
        .shutdown_timeout(SHUTDOWN_TIMEOUT.as_secs())
        .listen("http", listener, connections)?;
    Ok(server.run())
}

/// Accepts a connection, unless its address is at its limit.
fn accept(
    stream: TcpStream,
    limit: &Arc<ConnectionLimit>,
    kernel: &Kernel,
) -> std::result::Result<(Connection, Option<SocketAddr>), DispatchError> {
    let peer = stream.peer_addr().map_err(DispatchError::Io)?;
    let Some(slot) = limit.take(peer.ip()) else {
        kernel.metrics.connection_refused();
        // Whether the client reads it makes no difference: the connection is closed.
        let _ = stream.try_write(TOO_MANY);
        return Err(DispatchError::Io(io::ErrorKind::QuotaExceeded.into()));
    };
    Ok((Connection::new(stream, kernel.metrics.connection(), slot), Some(peer)))
}

async fn end(stop: StopRequest, kernel: &Kernel, socket: TcpListener, server: &ServerHandle) {
    kernel.draining.store(true, Ordering::Relaxed);
    // These connect again, to another node.
    kernel.core.events.close();
    if stop == StopRequest::Drain {
        rt::time::sleep(Duration::from_secs(kernel.core.config.drain_seconds)).await;
    }
    stop_accepting(&socket);
    let deadline = rt::time::Instant::now() + ACCEPT_QUEUE_TIMEOUT;
    let mut empty = 0;
    while empty < EMPTY_POLLS && rt::time::Instant::now() < deadline {
        rt::time::sleep(POLL_INTERVAL).await;
        let no_connections = kernel.metrics.connections() == 0 && !has_pending_connections(&socket);
        empty = if no_connections { empty + 1 } else { 0 };
    }
    drop(socket);
    let until = rt::time::Instant::now() + SHUTDOWN_TIMEOUT;
    server.stop(true).await;
    let left = until.saturating_duration_since(rt::time::Instant::now());
    if !kernel.core.jobs.settle(left.max(LAST_JOBS_TIMEOUT)).await {
        tracing::warn!("jobs did not end in time and were given up");
    }
    if let Err(error) = kernel.core.audit.store_rest(&kernel.core.db).await {
        tracing::warn!(%error, "the last audit events were not stored");
    }
    if !kernel.core.db.settle(DATABASE_TIMEOUT).await {
        tracing::warn!("database work did not end in time and was rolled back");
    }
}

/// Opens the listening socket at `address`. Accepted connections inherit its options.
fn listen(address: SocketAddr) -> Result<TcpListener> {
    let listen = || {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
        // A previous process may have just released the port.
        socket.set_reuse_address(true)?;
        // The last part of a response is sent at once, not when the client has acknowledged what came before.
        socket.set_tcp_nodelay(true)?;
        socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEP_ALIVE))?;
        #[cfg(target_os = "linux")]
        socket.set_tcp_user_timeout(Some(SEND_TIMEOUT))?;
        socket.bind(&address.into())?;
        socket.listen(BACKLOG)?;
        Ok::<_, std::io::Error>(TcpListener::from(socket))
    };
    listen().map_err(|error| Error::startup(format!("Cannot listen on {address}: {error}")))
}

/// Stops accepting connections, without resetting those in the accept queue.
///
/// Closing a listening socket resets the connections in its accept queue, and the requests that
/// were sent on them. Therefore a packet filter first drops new SYN packets: these clients retry,
/// and find the port closed. Once the queue is empty, the socket can be closed.
fn stop_accepting(socket: &TcpListener) {
    #[cfg(target_os = "linux")]
    {
        use socket2::SockFilter;
        /// The offset of the flags in a TCP header, and the flag that opens a connection.
        const FLAGS: u32 = 13;
        const SYN: u32 = 0x02;
        /// Instructions of the packet filter: load a byte, jump when bits are set, return the
        /// number of bytes to accept.
        const LOAD: u16 = 0x30;
        const JUMP: u16 = 0x45;
        const RETURN: u16 = 0x06;
        let filter = [
            SockFilter::new(LOAD, 0, 0, FLAGS),
            SockFilter::new(JUMP, 0, 1, SYN),
            SockFilter::new(RETURN, 0, 0, 0),
            SockFilter::new(RETURN, 0, 0, u32::MAX),
        ];
        if let Err(error) = SockRef::from(socket).attach_filter(&filter) {
            tracing::debug!(%error, "connections in the accept queue may be reset");
        }
    }
}

/// Returns whether connections wait in the accept queue.
fn has_pending_connections(socket: &TcpListener) -> bool {
    let mut socket = [PollFd::new(socket, PollFlags::IN)];
    poll(&mut socket, Some(&Timespec::default())).map_or(true, |ready| ready > 0)
}

/// Returns the maximum number of connections of a worker: as many as there can be open files. The
/// soft limit of the process is raised to what the system allows.
fn most_connections(workers: usize) -> usize {
    let most = MOST_CONNECTIONS * workers as u64 + OTHER_FILES;
    let limit = getrlimit(Resource::Nofile);
    let allowed = limit.maximum.map_or(most, |maximum| maximum.min(most));
    let current = limit.current.unwrap_or(most);
    let raised = Rlimit { current: Some(allowed), ..limit };
    let files = match current < allowed && setrlimit(Resource::Nofile, raised).is_ok() {
        true => allowed,
        false => current,
    };
    let each = files.saturating_sub(OTHER_FILES).max(files / 2) / workers.max(1) as u64;
    usize::try_from(each.clamp(1, MOST_CONNECTIONS)).unwrap_or(1)
}

#[cfg(test)]
mod tests;
