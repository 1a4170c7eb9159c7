// The HTTP API: questions to the record, answered from committed rows only.
#pragma once

#include <atomic>

#include "arbiterd/record/record.hpp"
#include "common/net/http_message.hpp"

namespace flagfall::arbiterd {

// What the loop tells the API's thread.
struct Health {
    std::atomic<bool> clockd_linked{false};
};

class Api {
public:
    Api(record::Record record, const Health& health)
        : record_(std::move(record)), health_(health) {}

    // One request; errors are problem+json (RFC 9457).
    net::Response answer(const net::Request& request);

private:
    net::Response committed(const net::Request& request);
    net::Response ready();
    net::Response index();
    net::Response in_round(const record::RoundId& round, const std::vector<std::string>& rest);
    net::Response of_board(const record::RoundId& round, const std::vector<record::GameRow>& games,
                           std::string_view board, std::string_view what);

    record::Record record_;
    const Health& health_;
};

}  // namespace flagfall::arbiterd
