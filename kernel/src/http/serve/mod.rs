//! The process as a server: where it listens, what it puts up with, and how it ends.
//!
//! **How it ends.** `SIGTERM` is the wish of whoever runs several nodes: `/readyz` says `draining`
//! from that moment on, so that requests are sent elsewhere, and every answer closes its connection,
//! so that clients connect anew, but requests are still taken for a while. Then no new connection is
//! let in, what is under way is finished, and the process ends. `SIGINT`, somebody at a keyboard,
//! goes without the while. A second signal ends the process at once.

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
use crate::http::connection::{Connection, ConnectionLimit, HEAD_PATIENCE, TOO_MANY};
use crate::product::kernel::Kernel;

/// How long an idle connection is kept: longer than proxies keep theirs, 60 s mostly, so that it is
/// never closed by this end while they are sending the next request on it.
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// How long a client is still listened to that sends a body which nobody wants, so that it reads the
/// answer before the connection is closed.
const LINGER: Duration = Duration::from_secs(1);

/// How long a client may leave unacknowledged what it was sent. Frees connections to phones that
/// have gone, and to those who ask for much and read nothing.
const SEND_PATIENCE: Duration = Duration::from_secs(30);

/// How many connections may wait to be taken.
const BACKLOG: i32 = 1024;

/// The most connections of one worker, whatever the system allows.
const MOST_CONNECTIONS: u64 = 25_000;

/// Files and sockets that are not connections of clients: the database's, temporary files.
const OTHER_FILES: u64 = 200;

/// How long requests that came before the end may take to be finished.
const LAST_REQUESTS: Duration = Duration::from_secs(30);

/// How long work on the database may go on after that.
const LAST_WORK: Duration = Duration::from_secs(30);

/// How long connections that were let in last have to send their request. They have been waiting
/// in the system's queue, and their requests with them.
const LAST_CONNECTIONS: Duration = Duration::from_secs(2);

/// How many looks in a row must find nobody in the door, and the pause before each. One is not
/// enough: between the system's queue and the worker that counts it, a connection is nowhere to be
/// seen, for as long as a busy machine lets the threads wait.
const LOOKS: u32 = 25;
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// A wish that the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// When requests have found their way elsewhere.
    Drained,
    Soon,
}

/// Serves until the process is told to stop. Once the address is taken, `begin` starts what the process
/// does beside that.
pub(crate) async fn serve(
    kernel: Arc<Kernel>,
    workers: usize,
    begin: impl FnOnce(&Arc<Kernel>),
) -> Result<()> {
    let listener = listen(kernel.core.config.listen)?;
    let wishes = stream::select(
        wished(SignalKind::terminate(), Wish::Drained)?,
        wished(SignalKind::interrupt(), Wish::Soon)?,
    );
    begin(&kernel);
    // Off the threads that answer: meanwhile what is asked for is made when it is asked for.
    let prepared = Arc::clone(&kernel);
    drop(rt::task::spawn_blocking(move || {
        prepared.plan.document.served.prepare();
        prepared.front_ends.prepare();
    }));
    serve_until(wishes, kernel, listener, workers).await
}

fn wished(kind: SignalKind, wish: Wish) -> Result<impl Stream<Item = Wish> + Unpin> {
    let signal = signal(kind).map_err(Error::internal)?;
    Ok(Box::pin(stream::unfold(signal, move |mut signal| async move {
        signal.recv().await.map(|()| (wish, signal))
    })))
}

async fn serve_until(
    mut wishes: impl Stream<Item = Wish> + Unpin,
    kernel: Arc<Kernel>,
    listener: TcpListener,
    workers: usize,
) -> Result<()> {
    let gate = listener.try_clone().map_err(Error::internal)?;
    let server = server(Arc::clone(&kernel), listener, workers).map_err(Error::internal)?;
    let handle = server.handle();
    // A server that ends by itself has failed; one that was stopped is waited for below.
    let mut serving = rt::spawn(server);
    let wish = match select(&mut serving, wishes.next()).await {
        Either::Left((ended, _)) => {
            return ended.map_err(Error::internal)?.map_err(Error::internal);
        }
        Either::Right((wish, _)) => wish.unwrap_or(Wish::Soon),
    };
    let ending = std::pin::pin!(end(wish, &kernel, gate, &handle));
    if let Either::Right(_) = select(ending, wishes.next()).await {
        drop(handle.stop(false));
        return Err(Error::startup("Told to stop twice: what was under way was given up"));
    }
    Ok(())
}

/// Puts the server together from actix's parts, as `HttpServer` does, but on connections that are
/// watched and counted.
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
            .client_request_timeout(HEAD_PATIENCE)
            .client_disconnect_timeout(LINGER)
            // Who closes their half of the connection waits for no answer: what they asked for is dropped.
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
        .shutdown_timeout(LAST_REQUESTS.as_secs())
        .listen("http", listener, connections)?;
    Ok(server.run())
}

/// Takes a connection, unless its address has too many of them.
fn accept(
    stream: TcpStream,
    limit: &Arc<ConnectionLimit>,
    kernel: &Kernel,
) -> std::result::Result<(Connection, Option<SocketAddr>), DispatchError> {
    let peer = stream.peer_addr().map_err(DispatchError::Io)?;
    let Some(slot) = limit.take(peer.ip()) else {
        kernel.metrics.connection_refused();
        // Whether it is read makes no difference: the connection is closed.
        let _ = stream.try_write(TOO_MANY);
        return Err(DispatchError::Io(io::ErrorKind::QuotaExceeded.into()));
    };
    Ok((Connection::new(stream, kernel.metrics.connection(), slot), Some(peer)))
}

async fn end(wish: Wish, kernel: &Kernel, gate: TcpListener, server: &ServerHandle) {
    kernel.draining.store(true, Ordering::Relaxed);
    if wish == Wish::Drained {
        rt::time::sleep(Duration::from_secs(kernel.core.config.drain_seconds)).await;
    }
    overlook_newcomers(&gate);
    let deadline = rt::time::Instant::now() + LAST_CONNECTIONS;
    let mut empty = 0;
    while empty < LOOKS && rt::time::Instant::now() < deadline {
        rt::time::sleep(BETWEEN_LOOKS).await;
        let deserted = kernel.metrics.connections() == 0 && !has_callers(&gate);
        empty = if deserted { empty + 1 } else { 0 };
    }
    drop(gate);
    server.stop(true).await;
    if !kernel.core.db.settle(LAST_WORK).await {
        tracing::warn!("work on the database takes too long and is given up: nothing of it stays");
    }
}

/// Listens at `address`. What is set here holds for the connections as well.
fn listen(address: SocketAddr) -> Result<TcpListener> {
    let listen = || {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
        // A port that a process before this one has just left.
        socket.set_reuse_address(true)?;
        socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEP_ALIVE))?;
        #[cfg(target_os = "linux")]
        socket.set_tcp_user_timeout(Some(SEND_PATIENCE))?;
        socket.bind(&address.into())?;
        socket.listen(BACKLOG)?;
        Ok::<_, std::io::Error>(TcpListener::from(socket))
    };
    listen().map_err(|error| Error::startup(format!("Cannot listen on {address}: {error}")))
}

/// Lets nobody in any more, and keeps none of those out who stand in the door.
///
/// A listening socket that is closed resets the connections that wait in its queue, and the
/// requests that were sent on them. So the system is first told to overlook whoever knocks from now
/// on: those will knock again, and find the port closed. Once those who are in the queue have been
/// let in, it can be closed.
fn overlook_newcomers(gate: &TcpListener) {
    #[cfg(target_os = "linux")]
    {
        use socket2::SockFilter;
        /// Where a TCP header holds its flags, and which of them asks for a connection.
        const FLAGS: u32 = 13;
        const SYN: u32 = 0x02;
        /// Of the packet filter: load a byte, jump when bits are set, return how much is let in.
        const LOAD: u16 = 0x30;
        const JUMP: u16 = 0x45;
        const RETURN: u16 = 0x06;
        let filter = [
            SockFilter::new(LOAD, 0, 0, FLAGS),
            SockFilter::new(JUMP, 0, 1, SYN),
            SockFilter::new(RETURN, 0, 0, 0),
            SockFilter::new(RETURN, 0, 0, u32::MAX),
        ];
        if let Err(error) = SockRef::from(gate).attach_filter(&filter) {
            tracing::debug!(%error, "connections that are waiting to be taken may be cut");
        }
    }
}

/// Whether connections wait in the system's queue to be taken.
fn has_callers(gate: &TcpListener) -> bool {
    let mut gate = [PollFd::new(gate, PollFlags::IN)];
    poll(&mut gate, Some(&Timespec::default())).map_or(true, |ready| ready > 0)
}

/// How many connections each worker may hold: as many as there can be open files, which the system
/// is asked for as many as it allows.
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
