// The HTTP API: questions to the record, answered from committed rows only, and the desk's acts,
// carried to the loop.
#pragma once

#include <atomic>
#include <functional>

#include "arbiterd/record/record.hpp"
#include "arbiterd/service/desk_answer.hpp"
#include "common/net/http_message.hpp"

namespace flagfall::arbiterd {

// What the loop tells the API's thread.
struct Health {
    std::atomic<bool> clockd_linked{false};
};

// Carries an act of the desk to the loop and waits for its answer.
using Desk = std::function<DeskAnswer(const wire::DeskCommand&)>;

class Api {
public:
    Api(record::Record record, const Health& health, Desk desk)
        : record_(std::move(record)), health_(health), desk_(std::move(desk)) {}

    // One request; errors are problem+json (RFC 9457).
    net::Response answer(const net::Request& request);

private:
    net::Response committed_or_not(const net::Request& request);
    net::Response committed(const net::Request& request);
    net::Response ready();
    net::Response index();
    net::Response at_desk(const net::Request& request, const std::vector<std::string>& rest);
    net::Response desk_act(const net::Request& request);
    net::Response in_round(const record::RoundId& round, const std::vector<std::string>& rest);
    net::Response of_board(const record::RoundId& round, const std::vector<record::GameRow>& games,
                           std::string_view board, std::string_view what);

    record::Record record_;
    const Health& health_;
    Desk desk_;
};

}  // namespace flagfall::arbiterd
