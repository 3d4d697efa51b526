//! Who may ask: requests that name this machine and this port, from a page of ours or from no page.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The headers of every answer: nothing but our own script runs, no other page frames or reads it.
const HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// The names under which this server may be asked.
#[derive(Clone)]
pub(super) struct Guard {
    hosts: [String; 2],
}

impl Guard {
    pub(super) fn new(address: SocketAddr) -> Guard {
        Guard {
            hosts: [address.to_string(), format!("localhost:{}", address.port())],
        }
    }

    /// Why a request with these headers is refused, if it is: another name of this machine (so that no
    /// name can be made to lead here), or another page.
    fn refusal(&self, headers: &HeaderMap) -> Option<&'static str> {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        if !host.is_some_and(|host| {
            self.hosts
                .iter()
                .any(|known| known.eq_ignore_ascii_case(host))
        }) {
            return Some("this server answers only at the address that it printed");
        }
        let is_ours = |origin: &HeaderValue| {
            let origin = origin
                .to_str()
                .ok()
                .and_then(|origin| origin.strip_prefix("http://"));
            origin.is_some_and(|origin| host == Some(origin))
        };
        if headers
            .get(header::ORIGIN)
            .is_some_and(|origin| !is_ours(origin))
        {
            return Some("this server answers no other page");
        }
        let site = headers
            .get("sec-fetch-site")
            .and_then(|site| site.to_str().ok());
        if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
            return Some("this server answers no other page");
        }
        None
    }
}

/// Refuses what may not ask, and adds the headers to every answer.
pub(super) async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.refusal(request.headers()) {
        Some(why) => (StatusCode::FORBIDDEN, why).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(headers: &[(&'static str, &str)]) -> Option<&'static str> {
        let guard = Guard::new("127.0.0.1:7000".parse().unwrap());
        let headers = headers.iter().map(|&(name, value)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_str(value).unwrap(),
            )
        });
        guard.refusal(&headers.collect())
    }

    #[test]
    fn only_our_own_page_or_none_at_our_own_name_may_ask() {
        for allowed in [
            &[("host", "127.0.0.1:7000")][..],
            &[("host", "LocalHost:7000"), ("sec-fetch-site", "none")],
            &[
                ("host", "127.0.0.1:7000"),
                ("origin", "http://127.0.0.1:7000"),
                ("sec-fetch-site", "same-origin"),
            ],
        ] {
            assert_eq!(refusal(allowed), None, "{allowed:?}");
        }
        for refused in [
            &[][..],
            &[("host", "127.0.0.1")],
            &[("host", "127.0.0.1:7001")],
            &[("host", "evil.example:7000")],
            &[("host", "127.0.0.1:7000"), ("origin", "null")],
            &[
                ("host", "127.0.0.1:7000"),
                ("origin", "https://127.0.0.1:7000"),
            ],
            &[
                ("host", "127.0.0.1:7000"),
                ("origin", "http://localhost:7000"),
            ],
            &[
                ("host", "127.0.0.1:7000"),
                ("origin", "http://127.0.0.1:7001"),
            ],
            &[("host", "127.0.0.1:7000"), ("sec-fetch-site", "cross-site")],
            &[("host", "127.0.0.1:7000"), ("sec-fetch-site", "same-site")],
        ] {
            assert!(refusal(refused).is_some(), "{refused:?}");
        }
    }
}
