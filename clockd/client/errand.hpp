// Sends an arbiter's requests to clockd over one link, and waits for each answer.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "clockd/client/link.hpp"
#include "common/auth/caller.hpp"
#include "common/net/line_client.hpp"
#include "common/net/loop.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::client {

struct Failure {
    int exit_code = 0;
    std::string text;
};

class Errand {
public:
    // `address` must have the hall key.
    explicit Errand(const Address& address);

    // Connects and authenticates; returns the id of clockd's log.
    std::expected<std::string, Failure> enter();

    // Sends the request, over new links until it is answered; returns the answer. A refusal is a
    // failure.
    std::expected<wire::FromClockd, Failure> ask(const wire::ToClockd& request);

private:
    void on_line(std::string_view line);
    std::expected<wire::FromClockd, Failure> wait();

    Address address_;
    auth::Caller caller_;
    net::Loop loop_;
    std::string asked_;  // the last request, until another one
    std::optional<wire::FromClockd> answer_;
    std::optional<Failure> failure_;
    net::LineClient client_;  // last: its callbacks use all of the above
};

}  // namespace flagfall::client
