//! Validates the `Host` of a request against the names of this server.
//!
//! A foreign page can have its own name resolve to this machine (DNS rebinding) and would then
//! share its origin with the product. A name must therefore be that of the public URL, or a
//! loopback name. An IP address cannot be rebound, so health probes may name any address.

use std::net::IpAddr;

use actix_web::http::header;
use actix_web::http::uri::Authority;

use actix_web::dev::RequestHead;

use crate::base::error::{Error, Result};

/// A host as a request or a URL names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Host<'a> {
    /// A name, an IPv4 address, or an IPv6 address without its brackets.
    name: &'a str,
    port: Option<u16>,
}

impl<'a> Host<'a> {
    /// Parses `name`, `name:port` or `[address]:port`.
    fn parse(text: &'a str) -> Option<Self> {
        let (name, rest) = match text.strip_prefix('[') {
            Some(bracketed) => {
                let (address, rest) = bracketed.split_once(']')?;
                address.parse::<std::net::Ipv6Addr>().ok()?;
                (address, rest)
            }
            None => text.split_at(text.find(':').unwrap_or(text.len())),
        };
        let port = match rest.strip_prefix(':') {
            Some(digits) if digits.bytes().all(|digit| digit.is_ascii_digit()) => {
                Some(digits.parse().ok()?)
            }
            None if rest.is_empty() => None,
            _ => return None,
        };
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:".contains(&byte);
        (!name.is_empty() && name.bytes().all(is_part)).then_some(Self { name, port })
    }

    /// Returns the host of an origin such as `https://desk.example.com`, with the default port of
    /// its scheme.
    fn of_origin(origin: &'a str) -> Option<Self> {
        let (scheme, host) = origin.split_once("://")?;
        let host = Self::parse(host)?;
        let default = if scheme == "https" { 443 } else { 80 };
        Some(Self { port: host.port.or(Some(default)), ..host })
    }

    fn address(self) -> Option<IpAddr> {
        self.name.parse().ok().map(|address: IpAddr| address.to_canonical())
    }

    fn is_loopback(self) -> bool {
        self.name.eq_ignore_ascii_case("localhost")
            || self.address().is_some_and(|address| address.is_loopback())
    }
}

/// Returns whether a text is a host name as browsers send it: non-ASCII names are in Punycode.
pub(crate) fn is_host(text: &str) -> bool {
    Host::parse(text).is_some()
}

/// Returns whether an origin can be reached from this machine only.
pub(crate) fn is_loopback(origin: &str) -> bool {
    Host::of_origin(origin).is_some_and(Host::is_loopback)
}

/// Returns whether a URL uses http on the loopback interface.
pub(crate) fn is_loopback_http(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("http://") else { return false };
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|host| {
        rest.strip_prefix(host).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']))
    })
}

/// Checks that a request is for this server. A health probe may name it by any address.
///
/// # Errors
/// 421 when it names another host, several, or none.
pub(crate) fn check(request: &RequestHead, public_url: &str, is_probe: bool) -> Result<()> {
    let mut named = request.headers.get_all(header::HOST);
    let host = match (named.next(), named.next()) {
        (None, _) if is_probe => Ok(()),
        (Some(host), None) => {
            let host = host.to_str().ok().and_then(Host::parse);
            host.filter(|host| is_ours(*host, public_url, is_probe)).map(drop).ok_or(())
        }
        _ => Err(()),
    };
    // The absolute URI of the request line takes precedence over the header.
    let absolute = request.uri.authority().map(Authority::as_str);
    let absolute = absolute
        .map(Host::parse)
        .is_none_or(|host| host.is_some_and(|host| is_ours(host, public_url, is_probe)));
    if host.is_ok() && absolute { Ok(()) } else { Err(refusal(public_url)) }
}

fn is_ours(host: Host<'_>, public_url: &str, is_probe: bool) -> bool {
    let public = Host::of_origin(public_url);
    let is_public = public.is_some_and(|public| {
        // A proxy may omit the port.
        let is_port = host.port.is_none() || host.port == public.port;
        host.name.eq_ignore_ascii_case(public.name) && is_port
    });
    let takes_addresses = is_probe || is_unspecified_address(public);
    is_public || host.is_loopback() || takes_addresses && host.address().is_some()
}

/// Returns whether no public URL is set, and the server listens on all addresses of the machine.
fn is_unspecified_address(public: Option<Host<'_>>) -> bool {
    public.and_then(Host::address).is_some_and(|address| address.is_unspecified())
}

fn refusal(public_url: &str) -> Error {
    Error::Misdirected(if is_unspecified_address(Host::of_origin(public_url)) {
        "This server is reached by its address only. To reach it by a name, set public_url \
         (MIZAN_PUBLIC_URL)"
            .into()
    } else {
        format!(
            "This server is reached as {}. If it should be another name, set public_url; a proxy \
             passes on the Host that it was asked for",
            public_url
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_or_an_address_and_perhaps_a_port() {
        let host = |name, port| Some(Host { name, port });
        for (text, expected) in [
            ("desk.example.com", host("desk.example.com", None)),
            ("desk.example.com:80", host("desk.example.com", Some(80))),
            ("[::1]:8080", host("::1", Some(8080))),
            ("[::1]", host("::1", None)),
            ("", None),
            (":80", None),
            ("desk:", None),
            ("desk:+80", None),
            ("desk:65536", None),
            ("::1", None),
            ("[desk]", None),
            ("[::1]8080", None),
            ("me@desk", None),
            ("desk/", None),
            ("desk, other", None),
        ] {
            assert_eq!(Host::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn loopback_is_this_machine_by_any_scheme() {
        for here in ["http://localhost:1", "https://127.0.0.2", "http://[::1]:8080"] {
            assert!(is_loopback(here), "{here}");
        }
        for there in ["http://0.0.0.0:80", "https://localhost.example.com", "http://10.0.0.1"] {
            assert!(!is_loopback(there), "{there}");
        }
    }
}
