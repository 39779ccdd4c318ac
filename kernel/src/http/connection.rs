//! Connections of clients: how many of them one address may have, and how long a client may take to
//! send the head of each request on one.
//!
//! actix-web's own limit of time holds for the first request of a connection only. So the stream
//! beneath it is watched: the time runs from the first byte of a request, and stops when its head
//! has reached the application.

use std::cell::Cell;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use ipnet::IpNet;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::base::client_address::is_within;
use crate::engine::metrics::OpenConnection;

/// How long a client may take to send the head of a request. Browsers open connections ahead of their
/// requests and phones are slow; whoever takes longer sends nothing, and gets a 408. A head has at
/// most 128 KiB and 96 fields, else it is a 431: actix's own limits, which cannot be set.
pub(crate) const HEAD_PATIENCE: Duration = Duration::from_secs(10);

/// What is sent to who takes longer.
const TOO_SLOW: &[u8] =
    b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// What is sent to who has too many connections already.
pub(crate) const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\
                                     retry-after: 1\r\nconnection: close\r\n\r\n";

/// How many connections each address has, and may have.
pub(crate) struct ConnectionLimit {
    most: usize,
    /// Those for whom it does not hold: proxies speak for many.
    exempt: Vec<IpNet>,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// The place of a connection among those of its address. It is free again when this is dropped.
pub(crate) struct Slot {
    limit: Arc<ConnectionLimit>,
    /// None of who is exempt.
    network: Option<IpAddr>,
}

impl ConnectionLimit {
    pub(crate) fn new(most: usize, exempt: &[IpNet]) -> Arc<Self> {
        Arc::new(Self { most, exempt: exempt.to_vec(), open: Mutex::default() })
    }

    /// Takes a place for another connection of `address`; none when it has all that it may have.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Slot> {
        let address = address.to_canonical();
        let limit = Arc::clone(self);
        if is_within(&address, &self.exempt) {
            return Some(Slot { limit, network: None });
        }
        let network = network(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
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
        let mut open = self.limit.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&network) {
            *count -= 1;
            if *count == 0 {
                open.remove(&network);
            }
        }
    }
}

/// What connections are counted by. Of IPv6 whoever has one address has a network of 2^64.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
        }
    }
}

/// How far the exchange on a connection is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing of a next request has arrived.
    Idle,
    /// A part of its head has.
    Head,
    /// The whole head has; the application works on the answer, and reads the body if it wants to.
    Handling,
    /// The answer is there, and nothing of it is sent yet.
    Answered,
}

/// How far the exchange on a connection is, as the application and the stream tell each other.
#[derive(Clone)]
pub(crate) struct Exchange(Rc<Cell<Phase>>);

impl Exchange {
    /// A head has arrived as a whole.
    pub(crate) fn begin(&self) {
        self.0.set(Phase::Handling);
    }

    /// Its answer begins.
    pub(crate) fn answer(&self) {
        self.0.set(Phase::Answered);
    }
}

/// A connection of a client, counted for as long as it is open.
pub(crate) struct Connection {
    stream: TcpStream,
    exchange: Exchange,
    /// When the head that is arriving has to be whole.
    deadline: Pin<Box<Sleep>>,
    /// Whether something is to be sent that the client has not taken yet.
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
        self.deadline.as_mut().reset(Instant::now() + HEAD_PATIENCE);
    }
}

impl AsyncRead for Connection {
    /// Reads; after the deadline of a head it is as if the client had said no more.
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
                // Who has the last answer still to take cannot be told anything.
                this.wait_for_head();
                continue;
            }
            // Whether it is taken makes no difference to what follows.
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
        // While the application works, what is sent is that it will take the body (100).
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
    fn an_address_has_so_many_connections_and_no_more() {
        let proxies = ["10.0.0.0/8".parse().unwrap()];
        let limit = ConnectionLimit::new(2, &proxies);
        let take = |address: &str| limit.take(address.parse().unwrap());
        let (one, other) = (take("203.0.113.7").unwrap(), take("::ffff:203.0.113.7").unwrap());
        assert!(take("203.0.113.7").is_none());
        let _elsewhere = take("203.0.113.8").unwrap();
        drop(one);
        let again = take("203.0.113.7").unwrap();
        assert!(take("203.0.113.7").is_none());
        // Of IPv6 a network counts as one.
        let _six = [take("2001:db8::1").unwrap(), take("2001:db8::ffff:2").unwrap()];
        assert!(take("2001:db8::3").is_none());
        assert!(take("2001:db8:0:1::3").is_some());
        // A proxy speaks for many.
        let proxied: Vec<_> = (0..10).map(|_| take("10.1.2.3").unwrap()).collect();
        drop((other, again, proxied));
        // Nothing is kept of who has gone.
        assert!(!limit.open.lock().unwrap().contains_key(&"203.0.113.7".parse().unwrap()));
    }
}
