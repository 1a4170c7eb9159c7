// The whole API over a small real record, without a network: for spectators, as the targets have
// no token.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "arbiterd/api/api.hpp"
#include "tests/fuzz/record_kit.hpp"

namespace flagfall::fuzz {

struct WebKit {
    WebKit();

    // What is answered at once; nothing when the answer goes on or comes later.
    std::optional<net::Response> answer(net::Request request);

    RecordKit kit;
    net::Loop loop;
    api::Health health;
    std::unique_ptr<access::Access> access;
    std::unique_ptr<api::Api> api;
};

}  // namespace flagfall::fuzz
