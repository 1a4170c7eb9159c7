// One direction of a link through the fault proxy: what is read here is written there, later, in
// pieces, damaged, or not at all.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "common/base/time.hpp"
#include "common/net/loop.hpp"

namespace flagfall::faults {

using Random = std::mt19937_64;

// A whole number from `least` to `most`, the same on every machine.
std::int64_t draw(Random& random, std::int64_t least, std::int64_t most);

struct Faults {
    Duration delay{};
    Duration jitter{};                // added to the delay, from none to all of it
    std::int64_t slice = 0;           // writes of 1 to so many bytes; 0: as they come
    std::int64_t bytes_per_s = 0;     // 0: as fast as possible
    // One byte in so many, on average, becomes 0xFF; 0: none. That byte is never part of UTF-8, so
    // a damaged line is always found out. It has to be: other damage inside a number or a name
    // makes another valid message, and nothing below TLS could detect it. TCP's checksum lets such
    // damage through about never; against people who do it on purpose, messages need
    // authentication, which comes with TLS.
    std::int64_t corrupt_one_in = 0;
    bool stalled = false;             // nothing passes, without a report, as on a half-open link
};

struct Counts {
    std::uint64_t bytes = 0;
    std::uint64_t corrupted = 0;
};

class Direction : public std::enable_shared_from_this<Direction> {
public:
    using Socket = boost::asio::ip::tcp::socket;

    // The sockets belong to the link, which outlives the direction's work by holding it.
    // `ended` comes once: after the end of the stream was passed on, or at an error.
    Direction(net::Loop& loop, std::shared_ptr<Socket> from, std::shared_ptr<Socket> to,
              Random& random, Counts& counts, std::function<void(bool in_order)> ended);

    void start();
    void set(const Faults& faults);
    // Nothing more happens, `ended` included.
    void stop();

private:
    struct Piece {
        Instant due;
        std::string bytes;  // empty: the end of the stream
    };

    void read();
    void received(const boost::system::error_code& error, std::size_t size);
    void take_in(std::string bytes);
    void add(std::string bytes, Instant at);
    void damage(std::string& bytes);
    void write_when_due();
    void write();
    void written(const boost::system::error_code& error);
    void end(bool in_order);

    net::Timer timer_;
    std::shared_ptr<Socket> from_;
    std::shared_ptr<Socket> to_;
    Random& random_;
    Counts& counts_;
    std::function<void(bool)> ended_;
    Faults faults_;
    std::vector<char> buffer_ = std::vector<char>(16 * 1024);
    std::deque<Piece> queue_;
    std::size_t queued_bytes_ = 0;
    Instant last_due_;
    bool reading_ = false;
    bool writing_ = false;
    bool at_end_ = false;
    bool stopped_ = false;
};

}  // namespace flagfall::faults
