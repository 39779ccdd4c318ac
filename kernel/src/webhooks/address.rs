//! Which addresses messages are sent to: https, or http on the loopback interface, and none of a private network unless a
//! setting allows it. Otherwise who may make webhooks could have this server send requests to machines that only it can
//! reach.
//!
//! A name is resolved when a message is sent, and the connection is made to an address that was checked: a name that
//! leads elsewhere a moment later changes nothing.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// The message for an address that is not sent to.
pub(super) const PRIVATE: &str = "The address is of a private network";

/// The longest address.
pub(super) const LONGEST: usize = 2_000;

/// A host as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Host {
    Name { is_loopback: bool },
    Address(IpAddr),
}

impl Host {
    /// Reads a host as browsers and resolvers do, for which `0x7f.1` and `2130706433` are addresses, too; `None` for what
    /// looks like an address and is none.
    fn read(host: &str) -> Option<Self> {
        if let Some(inner) = host.strip_prefix('[') {
            let address: Ipv6Addr = inner.strip_suffix(']')?.parse().ok()?;
            return Some(Self::Address(address.into()));
        }
        let host = host.strip_suffix('.').unwrap_or(host);
        let last = host.rsplit('.').next().unwrap_or_default();
        if number(last).is_some() || last.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self::Address(v4(host)?.into()));
        }
        Some(Self::Name { is_loopback: host.eq_ignore_ascii_case("localhost") })
    }

    fn of(uri: &Uri) -> Option<Self> {
        Self::read(uri.host().filter(|host| !host.is_empty())?)
    }

    /// Returns whether it is this machine as such; other addresses of its loopback network are private ones.
    fn is_loopback(self) -> bool {
        match self {
            Self::Name { is_loopback } => is_loopback,
            Self::Address(IpAddr::V4(address)) => address == Ipv4Addr::LOCALHOST,
            Self::Address(IpAddr::V6(address)) => address == Ipv6Addr::LOCALHOST,
        }
    }
}

/// Reads an address of one to four parts, of which the last one stands for all that are left out.
fn v4(text: &str) -> Option<Ipv4Addr> {
    let parts: Vec<u32> = text.split('.').map(number).collect::<Option<_>>()?;
    let (last, first) = parts.split_last()?;
    let room = 8 * (4_u32.checked_sub(u32::try_from(first.len()).ok()?)?);
    if first.iter().any(|part| *part > 255) || (room < 32 && *last >= 1 << room) || room == 0 {
        return None;
    }
    let high = first.iter().zip([24, 16, 8]).map(|(part, shift)| part << shift).sum::<u32>();
    Some(Ipv4Addr::from_bits(high + last))
}

/// Reads a decimal, octal or hexadecimal number.
fn number(text: &str) -> Option<u32> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    match digits {
        "" => (radix == 16).then_some(0),
        digits if digits.starts_with('+') => None,
        digits => u32::from_str_radix(digits, radix).ok(),
    }
}

/// Returns what is wrong with an address, if anything is. Refused, too, is what another parser could read differently: user
/// information before the host, backslashes, spaces, fragments.
pub(super) fn error_in(text: &str) -> Option<&'static str> {
    let odd = |byte: u8| !byte.is_ascii_graphic() || b"\\#\"<>^`{|}".contains(&byte);
    const UNREADABLE: &str = "URL must be an address such as https://example.com/events";
    if text.len() > LONGEST || text.bytes().any(odd) {
        return Some(UNREADABLE);
    }
    let Ok(uri) = text.parse::<Uri>() else { return Some(UNREADABLE) };
    let (Some(scheme), Some(host), Some(authority)) =
        (uri.scheme_str(), Host::of(&uri), uri.authority())
    else {
        return Some(UNREADABLE);
    };
    if authority.as_str().contains('@') {
        return Some("URL must have no user and no password");
    }
    let port = authority.as_str().rsplit(':').next().filter(|port| !port.ends_with(']'));
    let has_port = authority.as_str().len() > authority.host().len();
    if has_port && !port.is_some_and(|port| port.parse::<u16>().is_ok_and(|port| port > 0)) {
        return Some(UNREADABLE);
    }
    match scheme {
        "https" => None,
        "http" if host.is_loopback() => None,
        "http" => Some("URL must begin with https://"),
        _ => Some(UNREADABLE),
    }
}

/// Returns whether the host of an address is written as an address of a private network.
pub(super) fn is_private(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else { return false };
    match Host::of(&uri) {
        Some(host @ Host::Address(address)) => !host.is_loopback() && !is_public(address),
        _ => false,
    }
}

/// Returns whether an address is one of the public Internet.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    // This network, private ones, shared ones, those for protocols, benchmarks and documents, and 6to4 relays.
    let is_special = matches!(
        (first, second, third),
        (0 | 10 | 127, ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    // Above are multicast, reserved addresses, and broadcast.
    !is_special && first < 224
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // What is written as an address of the other kind leads there.
    let inner = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => inner(high, low),
        [0x2002, high, low, ..] => inner(high, low),
        // Protocols, such as Teredo, and documents.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, ..] => false,
        // All that is given out to networks.
        [first, ..] => (0x2000..=0x3fff).contains(&first),
    }
}

/// Resolves the hosts of webhooks to addresses that messages may be sent to.
#[derive(Debug)]
pub(super) struct PublicAddresses {
    /// Whether addresses of private networks are allowed.
    pub(super) to_private: bool,
}

impl Resolver for PublicAddresses {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let is_loopback = Host::of(uri).is_some_and(Host::is_loopback);
        let is_allowed = |address: IpAddr| match is_loopback {
            true => address.to_canonical().is_loopback(),
            false => self.to_private || is_public(address),
        };
        // One of several is enough to refuse: an honest name has none.
        match found.iter().all(|address| is_allowed(address.ip())) {
            true => Ok(found),
            false => Err(ureq::Error::Io(io::Error::new(io::ErrorKind::PermissionDenied, PRIVATE))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_https_or_loopback_and_unambiguous() {
        for (text, is_one) in [
            ("https://example.com/a?b=c", true),
            ("https://example.com:8443", true),
            ("http://127.0.0.1:3000/x", true),
            ("http://localhost/x", true),
            ("http://[::1]:3000/", true),
            ("http://example.com/", false),
            ("http://127.0.0.2/", false),
            ("http://0x7f.1/", true),
            ("http://127.0.0.1.example.com/", false),
            ("https://example.com:99999/", false),
            ("https://example.com:/", false),
            ("https://[::1]:8443/", true),
            ("https://1.2.3.4.5/", false),
            ("https://256.0.0.1/", false),
            ("https://1.2.3.09/", false),
            ("http://localhost.example.com/", false),
            ("https://me:secret@example.com/", false),
            ("https://example.com\\@127.0.0.1/", false),
            ("https://example.com/#x", false),
            ("https://example.com/a b", false),
            ("https://", false),
            ("example.com", false),
            ("/x", false),
            ("", false),
            ("ftp://example.com", false),
        ] {
            assert_eq!(error_in(text).is_none(), is_one, "{text}");
        }
        assert!(error_in(&format!("https://example.com/{}", "x".repeat(LONGEST))).is_some());
    }

    #[test]
    fn hosts_that_are_private_addresses_are_known_by_what_is_written() {
        for (text, private) in [
            ("https://10.0.0.1/x", true),
            ("https://127.0.0.2:8443", true),
            ("https://0xa.0.0.1/", true),
            ("https://3232235777/", true),
            ("https://0300.0250.1.1/", true),
            ("https://192.168.257/", true),
            ("https://10.1./", true),
            ("https://16843009/", false),
            ("https://[fd00::1]/", true),
            ("https://[::ffff:10.0.0.1]:8443/", true),
            ("https://127.0.0.1/", false),
            ("http://[::1]:3000/", false),
            ("http://localhost/", false),
            ("https://1.1.1.1/", false),
            ("https://[2606:4700::1111]/", false),
            ("https://10.0.0.1.example.com/", false),
        ] {
            assert_eq!(is_private(text), private, "{text}");
        }
    }

    #[test]
    fn addresses_of_private_networks_are_known_however_they_are_written() {
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "::10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::1",
            "2001:db8::1",
            "2001::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in
            ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::101:101"]
        {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }
}
