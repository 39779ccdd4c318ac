//! Where a request comes from.
//!
//! Anybody can write a header, so `X-Forwarded-For` is believed only as far as proxies that the
//! operator trusts have written it: read from its end, the first address that is none of theirs is
//! the client's. `Forwarded` (RFC 7239) and `X-Real-IP` are not believed at all: a proxy that writes
//! one header passes on what a client says in the others.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};

use actix_web::http::header::{self, HeaderMap, HeaderName};
use actix_web::{HttpRequest, web};
use ipnet::IpNet;

use crate::base::config::Config;

/// What proxies say whom they speak for with.
const FORWARDING: [HeaderName; 3] =
    [header::X_FORWARDED_FOR, header::FORWARDED, HeaderName::from_static("x-real-ip")];

/// The address of whoever makes this request.
pub(crate) fn of(request: &HttpRequest) -> Option<IpAddr> {
    address(request, request.app_data::<web::Data<Config>>()?)
}

/// An address as attempts are counted by. Of IPv6 whoever has one address has a network of 2^64.
pub(crate) fn counted(address: Option<IpAddr>) -> String {
    match address {
        None => "unknown".to_owned(),
        Some(IpAddr::V4(address)) => address.to_string(),
        Some(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// The network of 48 bits that an IPv6 address is in, as attempts are counted by: what one customer
/// of a provider is given. `None` of any other address.
pub(crate) fn counted_network(address: Option<IpAddr>) -> Option<String> {
    let Some(IpAddr::V6(address)) = address else { return None };
    let [a, b, c, ..] = address.segments();
    Some(format!("{a:x}:{b:x}:{c:x}::/48"))
}

/// The address of the client. `None` when it cannot be told: nothing that depends on an address
/// must then be allowed, and all such requests count as coming from one place.
pub(crate) fn address(request: &HttpRequest, config: &Config) -> Option<IpAddr> {
    client(request.peer_addr()?.ip(), request.headers(), &config.trusted_proxies)
}

/// Whether this comes through a proxy that the operator has not said to trust, so that the address
/// is that of the proxy and not of the client.
pub(crate) fn is_through_stranger(request: &HttpRequest, config: &Config) -> bool {
    let forwarded = FORWARDING.iter().any(|name| request.headers().contains_key(name));
    let peer = request.peer_addr().map(|peer| peer.ip().to_canonical());
    forwarded && !peer.is_some_and(|peer| is_within(&peer, &config.trusted_proxies))
}

/// Of how many untrusted proxies is logged: anybody can write a forwarding header, and a log is not
/// to be filled from outside.
const MOST_STRANGERS: usize = 4;

/// The untrusted proxies that this process has logged.
#[derive(Default)]
pub(crate) struct UntrustedProxies(Mutex<Vec<IpAddr>>);

impl UntrustedProxies {
    /// Logs a request through a proxy that the operator has not said to trust: one warning for each
    /// address, for the first few addresses. What the headers say is not repeated.
    pub(crate) fn notice(&self, request: &HttpRequest, config: &Config) {
        if !is_through_stranger(request, config) {
            return;
        }
        let Some(proxy) = request.peer_addr().map(|peer| peer.ip().to_canonical()) else { return };
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.len() >= MOST_STRANGERS || logged.contains(&proxy) {
            return;
        }
        logged.push(proxy);
        drop(logged);
        tracing::warn!(
            %proxy,
            "a request came with a forwarding header from an address that is not in \
             trusted_proxies (MIZAN_TRUSTED_PROXIES), so that this address is taken for the \
             client's: if it is your proxy, name it there"
        );
    }
}

/// Whether an address is one of these.
pub(crate) fn is_within(address: &IpAddr, nets: &[IpNet]) -> bool {
    nets.iter().any(|net| net.contains(address))
}

fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Option<IpAddr> {
    let mut farthest = peer.to_canonical();
    let lines: Vec<_> = headers.get_all(header::X_FORWARDED_FOR).collect();
    for line in lines.into_iter().rev() {
        if !is_within(&farthest, trusted) {
            break;
        }
        for hop in String::from_utf8_lossy(line.as_bytes()).rsplit(',').map(str::trim) {
            if !is_within(&farthest, trusted) {
                break;
            }
            farthest = hop_address(hop)?;
        }
    }
    Some(farthest)
}

/// An address as proxies write it: some with a port.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let bare = hop.trim_start_matches('[').trim_end_matches(']');
    let address = bare.parse().or_else(|_| hop.parse().map(|hop: SocketAddr| hop.ip())).ok()?;
    Some(IpAddr::to_canonical(&address))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;
    use crate::base::config::DatabaseUrl;

    type Row = (&'static str, &'static [(&'static str, &'static str)], Option<&'static str>);

    fn config() -> Config {
        let trusted = ["10.0.0.0/8", "127.0.0.1/32", "fd00::/8"];
        Config {
            trusted_proxies: trusted.iter().map(|net| net.parse().unwrap()).collect(),
            ..Config::on(DatabaseUrl::Sqlite("unused".into()))
        }
    }

    fn request(peer: &str, headers: &[(&str, &str)]) -> HttpRequest {
        let mut request = TestRequest::default().peer_addr(peer.parse().unwrap());
        for (name, value) in headers {
            request = request.append_header((*name, *value));
        }
        request.to_http_request()
    }

    #[test]
    fn the_client_is_the_last_address_that_no_trusted_proxy_has() {
        const FORWARDED: &str = "X-Forwarded-For";
        // The peer, its headers, and the address that follows.
        let table: &[Row] = &[
            ("203.0.113.7:5000", &[], Some("203.0.113.7")),
            ("[2001:db8::7]:5000", &[], Some("2001:db8::7")),
            ("[::ffff:203.0.113.7]:5000", &[], Some("203.0.113.7")),
            // What a stranger says is not believed.
            ("203.0.113.7:5000", &[(FORWARDED, "127.0.0.1")], Some("203.0.113.7")),
            // Through one proxy, and through two.
            ("10.0.0.1:5000", &[(FORWARDED, "203.0.113.7")], Some("203.0.113.7")),
            ("10.0.0.1:5000", &[(FORWARDED, "203.0.113.7, 10.0.0.2")], Some("203.0.113.7")),
            ("10.0.0.1:5000", &[(FORWARDED, "203.0.113.7,10.0.0.2")], Some("203.0.113.7")),
            ("[fd00::1]:5000", &[(FORWARDED, "2001:db8::7")], Some("2001:db8::7")),
            ("[::ffff:10.0.0.1]:5000", &[(FORWARDED, "203.0.113.7")], Some("203.0.113.7")),
            // What the client wrote itself stands before what the proxy added.
            ("10.0.0.1:5000", &[(FORWARDED, "127.0.0.1, 203.0.113.7")], Some("203.0.113.7")),
            (
                "10.0.0.1:5000",
                &[(FORWARDED, "127.0.0.1"), (FORWARDED, "203.0.113.7, 10.0.0.2")],
                Some("203.0.113.7"),
            ),
            (
                "10.0.0.1:5000",
                &[(FORWARDED, "198.51.100.1"), (FORWARDED, "10.0.0.2")],
                Some("198.51.100.1"),
            ),
            // Ports, brackets, addresses of both kinds at once.
            ("10.0.0.1:5000", &[(FORWARDED, "203.0.113.7:4711")], Some("203.0.113.7")),
            ("10.0.0.1:5000", &[(FORWARDED, "[2001:db8::7]:4711")], Some("2001:db8::7")),
            ("10.0.0.1:5000", &[(FORWARDED, "[2001:db8::7]")], Some("2001:db8::7")),
            ("10.0.0.1:5000", &[(FORWARDED, "::ffff:203.0.113.7")], Some("203.0.113.7")),
            // Only proxies on the way: the one farthest away asks for itself.
            ("10.0.0.1:5000", &[], Some("10.0.0.1")),
            ("10.0.0.1:5000", &[(FORWARDED, "10.0.0.9, 10.0.0.2")], Some("10.0.0.9")),
            // What cannot be read is not guessed at.
            ("10.0.0.1:5000", &[(FORWARDED, "unknown")], None),
            ("10.0.0.1:5000", &[(FORWARDED, "")], None),
            ("10.0.0.1:5000", &[(FORWARDED, "203.0.113.7, ")], None),
            ("10.0.0.1:5000", &[(FORWARDED, "nonsense, 203.0.113.7")], Some("203.0.113.7")),
            // The other headers are not believed from anybody.
            ("10.0.0.1:5000", &[("Forwarded", "for=203.0.113.7")], Some("10.0.0.1")),
            ("10.0.0.1:5000", &[("X-Real-IP", "203.0.113.7")], Some("10.0.0.1")),
        ];
        for (peer, headers, expected) in table {
            let told = address(&request(peer, headers), &config());
            let expected = expected.map(|address| address.parse().unwrap());
            assert_eq!(told, expected, "{peer} {headers:?}");
        }
    }

    #[test]
    fn a_proxy_that_nobody_named_is_a_stranger() {
        let through =
            |peer: &str, headers: &[_]| is_through_stranger(&request(peer, headers), &config());
        for name in ["X-Forwarded-For", "Forwarded", "X-Real-IP"] {
            let header = [(name, "203.0.113.7")];
            assert!(through("192.168.0.1:5000", &header), "{name}");
            assert!(!through("127.0.0.1:5000", &header), "{name}");
            assert!(!through("[::ffff:127.0.0.1]:5000", &header), "{name}");
        }
        assert!(!through("192.168.0.1:5000", &[]));
    }
}
