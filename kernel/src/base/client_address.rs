//! Determines the IP address of the client of a request.
//!
//! Any client can send `X-Forwarded-For`, so the header is trusted only as far as it was written by
//! proxies that the operator trusts: read from its end, the first address that is no trusted proxy
//! is the client's. `Forwarded` (RFC 7239) and `X-Real-IP` are ignored: a proxy that writes one of
//! these headers passes the others on as the client sent them.

use std::net::{IpAddr, SocketAddr};

use actix_web::http::header::{self, HeaderMap, HeaderName};
use actix_web::{HttpRequest, web};
use ipnet::IpNet;
use parking_lot::Mutex;

use crate::base::config::Config;

/// Headers that name the client a proxy forwards for.
const FORWARDING: [HeaderName; 3] =
    [header::X_FORWARDED_FOR, header::FORWARDED, HeaderName::from_static("x-real-ip")];

/// Returns the address of the client of this request.
pub(crate) fn of(request: &HttpRequest) -> Option<IpAddr> {
    address(request, request.app_data::<web::Data<Config>>()?)
}

/// Formats an address as the key of rate limits. An IPv6 client usually controls a whole /64
/// network (2^64 addresses), so the network is the key.
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

/// Formats the /48 network of an IPv6 address as the key of rate limits: what a provider assigns to
/// one customer. `None` for an IPv4 or unknown address.
pub(crate) fn counted_network(address: Option<IpAddr>) -> Option<String> {
    let Some(IpAddr::V6(address)) = address else { return None };
    let [a, b, c, ..] = address.segments();
    Some(format!("{a:x}:{b:x}:{c:x}::/48"))
}

/// Returns the address of the client. `None` when it cannot be determined: nothing that depends on
/// an address may then be allowed, and rate limits count all such requests as one client.
pub(crate) fn address(request: &HttpRequest, config: &Config) -> Option<IpAddr> {
    client(request.peer_addr()?.ip(), request.headers(), &config.trusted_proxies)
}

/// Returns whether the request came through a proxy that is not in `trusted_proxies`, so that the
/// peer address is the proxy's and not the client's.
pub(crate) fn is_through_stranger(request: &HttpRequest, config: &Config) -> bool {
    let forwarded = FORWARDING.iter().any(|name| request.headers().contains_key(name));
    let peer = request.peer_addr().map(|peer| peer.ip().to_canonical());
    forwarded && !peer.is_some_and(|peer| is_within(&peer, &config.trusted_proxies))
}

/// How many untrusted proxies are logged per process. Any client can send a forwarding header, and
/// must not be able to fill the log.
const MAX_LOGGED_PROXIES: usize = 4;

/// The untrusted proxies that this process has logged.
#[derive(Default)]
pub(crate) struct UntrustedProxies(Mutex<Vec<IpAddr>>);

impl UntrustedProxies {
    /// Logs a request that came through an untrusted proxy: one warning per address, for the first
    /// few addresses. The contents of the headers are not logged.
    pub(crate) fn notice(&self, request: &HttpRequest, config: &Config) {
        if !is_through_stranger(request, config) {
            return;
        }
        let Some(proxy) = request.peer_addr().map(|peer| peer.ip().to_canonical()) else { return };
        let mut logged = self.0.lock();
        if logged.len() >= MAX_LOGGED_PROXIES || logged.contains(&proxy) {
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

/// Returns whether an address is in one of these networks.
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

/// Parses an address as proxies write it, with or without a port.
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
            // A forwarding header from an untrusted peer is ignored.
            ("203.0.113.7:5000", &[(FORWARDED, "127.0.0.1")], Some("203.0.113.7")),
            // Through one proxy, and through two.
            ("10.0.0.1:5000", &[(FORWARDED, "203.0.113.7")], Some("203.0.113.7")),
            ("10.0.0.1:5000", &[(FORWARDED, "203.0.113.7, 10.0.0.2")], Some("203.0.113.7")),
            ("10.0.0.1:5000", &[(FORWARDED, "203.0.113.7,10.0.0.2")], Some("203.0.113.7")),
            ("[fd00::1]:5000", &[(FORWARDED, "2001:db8::7")], Some("2001:db8::7")),
            ("[::ffff:10.0.0.1]:5000", &[(FORWARDED, "203.0.113.7")], Some("203.0.113.7")),
            // A value that the client sent precedes the one the proxy appended.
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
            // Only trusted proxies on the way: the farthest one is the client.
            ("10.0.0.1:5000", &[], Some("10.0.0.1")),
            ("10.0.0.1:5000", &[(FORWARDED, "10.0.0.9, 10.0.0.2")], Some("10.0.0.9")),
            // An unreadable hop makes the address unknown.
            ("10.0.0.1:5000", &[(FORWARDED, "unknown")], None),
            ("10.0.0.1:5000", &[(FORWARDED, "")], None),
            ("10.0.0.1:5000", &[(FORWARDED, "203.0.113.7, ")], None),
            ("10.0.0.1:5000", &[(FORWARDED, "nonsense, 203.0.113.7")], Some("203.0.113.7")),
            // The other headers are never trusted.
            ("10.0.0.1:5000", &[("Forwarded", "for=203.0.113.7")], Some("10.0.0.1")),
            ("10.0.0.1:5000", &[("X-Real-IP", "203.0.113.7")], Some("10.0.0.1")),
        ];
        for (peer, headers, expected) in table {
            let found = address(&request(peer, headers), &config());
            let expected = expected.map(|address| address.parse().unwrap());
            assert_eq!(found, expected, "{peer} {headers:?}");
        }
    }

    #[test]
    fn a_proxy_outside_trusted_proxies_is_untrusted() {
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

    #[test]
    fn four_untrusted_proxies_are_logged_at_most() {
        let proxies = UntrustedProxies::default();
        for number in (0..20).chain(0..20) {
            let peer = format!("192.168.0.{number}:5000");
            proxies.notice(&request(&peer, &[("X-Forwarded-For", "203.0.113.7")]), &config());
        }
        let logged = proxies.0.lock();
        let first: Vec<String> = logged.iter().map(ToString::to_string).collect();
        assert_eq!(first, ["192.168.0.0", "192.168.0.1", "192.168.0.2", "192.168.0.3"]);
    }
}
