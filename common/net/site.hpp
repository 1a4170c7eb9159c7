// What our servers require of browsers, and what they know about the page that sent a request.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/net/http_message.hpp"

namespace flagfall::net {

// For every answer: what a page may load (from here only), who may frame it (nobody), and under TLS
// that browsers must not use this host without it. `script_urls`: which code may make URLs of
// scripts from text ('none', or the name of a policy of the page).
Headers security_headers(bool tls, std::string_view script_urls = "'none'");

// GET, HEAD, OPTIONS: they change nothing.
bool is_safe(std::string_view method);

// The host that the request is for: from an absolute target, otherwise Host (RFC 9112, 3.2.2).
std::optional<std::string_view> host_of(const Request& request);

// Does the request come from a page of ours? True without an Origin: a browser sends one with
// every request that another site could cause. `others` are origins that are ours as well.
bool origin_is_ours(const Request& request, bool tls, const std::vector<std::string>& others);

// Does the browser report that another site's page caused the request? Another port of this host is
// another site.
bool names_another_site(const Request& request);

}  // namespace flagfall::net
