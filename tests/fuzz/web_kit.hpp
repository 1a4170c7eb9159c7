// The whole API over a small real record, without a network.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "arbiterd/api/api.hpp"
#include "tests/fuzz/record_kit.hpp"

namespace flagfall::fuzz {

struct WebKit {
    explicit WebKit(api::Actor actor = {}, const api::RateLimits& rate = {});

    // What is answered at once; nothing when the answer goes on or comes later.
    std::optional<net::Response> answer(net::Request request);
    // The answer, waited for: of a request whose answer does not go on.
    net::Response answer_later(net::Request request);
    // A new token of this role.
    std::string token(access::Role role);

    RecordKit kit;
    net::Loop loop;
    api::Health health;
    std::unique_ptr<access::Access> access;
    std::unique_ptr<api::Api> api;
};

}  // namespace flagfall::fuzz
