// How a tablet gets to trust the hall's own authority.
#pragma once

#include <string>

#include "common/net/http_message.hpp"

namespace flagfall::web {

// The authority's certificate, in the type that phones offer to install; 404 without one.
net::Response authority_file(const std::string& pem);

// Instructions for it, step by step, with the fingerprint to compare.
net::Response trust_page(const std::string& pem);

}  // namespace flagfall::web
