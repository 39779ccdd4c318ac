//! Limits client connections: how many one address may have, and how long a client may take to send
//! the head of each request.
//!
//! The timeout of actix-web applies to the first request of a connection only. Therefore the stream
//! below it is wrapped: the timer runs from the first byte of a request until its head has reached
//! the application.

use std::cell::Cell;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use ipnet::IpNet;
use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::base::client_address::is_within;
use crate::engine::metrics::OpenConnection;

/// How long a client may take to send the head of a request. Browsers open connections ahead of
/// their requests and phones are slow; a client that takes longer is not sending, and gets a 408. A
/// head has at most 128 KiB and 96 fields, otherwise it is a 431: limits of actix, which cannot be
/// configured.
pub(crate) const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// The response to a client that takes longer.
const TOO_SLOW: &[u8] =
    b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// The response to a client with too many connections.
pub(crate) const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\
                                     retry-after: 1\r\nconnection: close\r\n\r\n";

/// The connections of each address, and their limit.
pub(crate) struct ConnectionLimit {
    most: usize,
    /// Networks without a limit: a proxy connects for many clients.
    exempt: Vec<IpNet>,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// A connection counted for its address. Dropping it frees the slot.
pub(crate) struct Slot {
    limit: Arc<ConnectionLimit>,
    /// `None` for an exempt address.
    network: Option<IpAddr>,
}

impl ConnectionLimit {
    pub(crate) fn new(most: usize, exempt: &[IpNet]) -> Arc<Self> {
        Arc::new(Self { most, exempt: exempt.to_vec(), open: Mutex::default() })
    }

    /// Counts another connection of `address`; `None` when the address is at its limit.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Slot> {
        let address = address.to_canonical();
        let limit = Arc::clone(self);
        if is_within(&address, &self.exempt) {
            return Some(Slot { limit, network: None });
        }
        let network = network(address);
        let mut open = self.open.lock();
        let count = open.entry(network).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        drop(open);
        Some(Slot { limit, network: Some(network) })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let Some(network) = self.network else { return };
        let mut open = self.limit.open.lock();
        if let Some(count) = open.get_mut(&network) {
            *count -= 1;
            if *count == 0 {
                open.remove(&network);
            }
        }
    }
}

/// Returns the network that connections are counted by. An IPv6 client controls a network of 2^64
/// addresses.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
        }
    }
}

/// The phase of the exchange on a connection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// No byte of the next request has arrived.
    Idle,
    /// A part of its head has arrived.
    Head,
    /// The whole head has arrived; the application works on the response, and reads the body if it
    /// needs it.
    Handling,
    /// The response is complete, and no byte of it is sent yet.
    Answered,
}

/// The phase of the exchange, shared between the application and the stream.
#[derive(Clone)]
pub(crate) struct Exchange(Rc<Cell<Phase>>);

impl Exchange {
    /// Marks the head as complete.
    pub(crate) fn begin(&self) {
        self.0.set(Phase::Handling);
    }

    /// Marks the response as complete.
    pub(crate) fn answer(&self) {
        self.0.set(Phase::Answered);
    }
}

/// A connection of a client, counted for as long as it is open.
pub(crate) struct Connection {
    stream: TcpStream,
    exchange: Exchange,
    /// When the arriving head has to be complete.
    deadline: Pin<Box<Sleep>>,
    /// Whether there is output that the client has not accepted yet.
    unsent: bool,
    _counted: OpenConnection,
    _slot: Slot,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, counted: OpenConnection, slot: Slot) -> Self {
        Self {
            stream,
            exchange: Exchange(Rc::new(Cell::new(Phase::Idle))),
            deadline: Box::pin(sleep_until(Instant::now())),
            unsent: false,
            _counted: counted,
            _slot: slot,
        }
    }

    pub(crate) fn exchange(&self) -> Exchange {
        self.exchange.clone()
    }

    fn wait_for_head(&mut self) {
        self.deadline.as_mut().reset(Instant::now() + HEAD_TIMEOUT);
    }
}

impl AsyncRead for Connection {
    /// Reads. After the deadline of a head it reports the end of the stream.
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(cx, buffer);
        let phase = &this.exchange.0;
        if buffer.filled().len() > before {
            if phase.get() == Phase::Idle {
                phase.set(Phase::Head);
                this.wait_for_head();
            }
            return read;
        }
        while read.is_pending()
            && this.exchange.0.get() == Phase::Head
            && this.deadline.as_mut().poll(cx).is_ready()
        {
            if this.unsent {
                // A client that has not read the last response cannot be sent another one.
                this.wait_for_head();
                continue;
            }
            // Whether the client accepts it makes no difference: the connection is closed.
            let _ = this.stream.try_write(TOO_SLOW);
            return Poll::Ready(Ok(()));
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(cx, bytes);
        this.unsent = !matches!(written, Poll::Ready(Ok(count)) if count == bytes.len());
        // While the application works, the only output is the status 100 that accepts the body.
        if written.is_ready() && this.exchange.0.get() != Phase::Handling {
            this.exchange.0.set(Phase::Idle);
        }
        written
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_of_an_address_are_limited() {
        let proxies = ["10.0.0.0/8".parse().unwrap()];
        let limit = ConnectionLimit::new(2, &proxies);
        let take = |address: &str| limit.take(address.parse().unwrap());
        let (one, other) = (take("203.0.113.7").unwrap(), take("::ffff:203.0.113.7").unwrap());
        assert!(take("203.0.113.7").is_none());
        let _elsewhere = take("203.0.113.8").unwrap();
        drop(one);
        let again = take("203.0.113.7").unwrap();
        assert!(take("203.0.113.7").is_none());
        // An IPv6 network counts as one address.
        let _six = [take("2001:db8::1").unwrap(), take("2001:db8::ffff:2").unwrap()];
        assert!(take("2001:db8::3").is_none());
        assert!(take("2001:db8:0:1::3").is_some());
        // A proxy has no limit.
        let proxied: Vec<_> = (0..10).map(|_| take("10.1.2.3").unwrap()).collect();
        drop((other, again, proxied));
        // No entry is left of an address without connections.
        assert!(!limit.open.lock().contains_key(&"203.0.113.7".parse().unwrap()));
    }
}
