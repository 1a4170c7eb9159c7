// Connections of clients to clockd, with all faults of connections: delay, bursts of
// it, resets, half-open ones, and lines that overtake each other on different connections.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "common/net/peer.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

// Data that the server's machine has received and the server has not read yet.
struct Arrival {
    enum class What { opened, line, closed } what{};
    net::PeerId peer;
    std::string line;
    std::string tag;  // the command's id, for checks; empty: not needed
    Instant sent;     // world time, and of its arrival:
    Instant at;
};

// The client's side. Callbacks name the connection; events of an old connection are out of date.
class Caller {
public:
    virtual ~Caller() = default;
    virtual void on_connected(net::PeerId link) = 0;
    virtual void on_refused() = 0;
    virtual void on_line(net::PeerId link, std::string_view line) = 0;
    virtual void on_disconnected(net::PeerId link) = 0;
};

class Network {
public:
    explicit Network(World& world) : world_(world), random_(world.random.split()) {}

    // --- callers ---
    void connect(Caller& caller);
    // `exact`: it takes no time at all, for presses exactly at the deadline.
    void send(net::PeerId link, std::string line, std::string tag = {}, bool exact = false);
    void hang_up(net::PeerId link);
    // An empty line to check the link, and its answer; they wait only behind other lines.
    void ask(net::PeerId link);

    // --- the server; nullptr: nobody listens, and all connections break ---
    void listen(std::function<void(Arrival)> server);
    void answer(net::PeerId link, std::string line);
    void drop(net::PeerId link);
    void confirm(net::PeerId link);  // the answer to ask()

    bool open(net::PeerId link) const { return links_.contains(link); }
    // A world that heals repairs no connection: a broken one stays broken until it is cut or left,
    // and a line that is held up still comes late.
    bool brings_lines(net::PeerId link) const;  // to the caller
    bool held_up(net::PeerId link) const;

private:
    struct Link {
        Caller* caller;
        Instant last_up{};    // arrival of the last line towards the server
        Instant last_down{};  // towards the caller
        bool hole_up = false;
        bool hole_down = false;
    };

    Duration delay();
    void trouble(net::PeerId id);
    void cut(net::PeerId id, bool tell_server);

    World& world_;
    Random random_;
    std::function<void(Arrival)> server_;
    std::map<net::PeerId, Link> links_;
    std::uint64_t count_ = 0;
};

}  // namespace flagfall::sim
