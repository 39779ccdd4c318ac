//! Where a request comes from.

use std::net::{IpAddr, SocketAddr};

use actix_web::http::header::HeaderMap;
use actix_web::{HttpRequest, web};
use ipnet::IpNet;

use crate::kernel::Kernel;

/// The address of whoever made this request; none when it did not come over a network.
pub(crate) fn of(request: &HttpRequest) -> Option<IpAddr> {
    let kernel = request.app_data::<web::Data<Kernel>>()?;
    address(request.peer_addr(), request.headers(), &kernel.config.trusted_proxies)
}

/// The address of whoever made a request that `peer` sent: the peer's own, or, when that is one of
/// the `trusted` proxies, the last address in `X-Forwarded-For` that is none of them.
pub(crate) fn address(
    peer: Option<SocketAddr>,
    headers: &HeaderMap,
    trusted: &[IpNet],
) -> Option<IpAddr> {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(address));
    let mut address = peer?.ip().to_canonical();
    let forwarded: Vec<&str> = headers
        .get_all("X-Forwarded-For")
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    for text in forwarded.iter().rev() {
        if !is_trusted(&address) {
            break;
        }
        let Ok(before) = text.trim().parse::<IpAddr>() else { break };
        address = before.to_canonical();
    }
    Some(address)
}
