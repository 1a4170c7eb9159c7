// A program with a connection to clockd: says hello, follows events, and repeats each command with
// the same id until it is answered, as docs/protocol.md requires of every device.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "common/auth/caller.hpp"
#include "common/wire/frames.hpp"
#include "tests/sim/clockd_host.hpp"
#include "tests/sim/ledger.hpp"
#include "tests/sim/network.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

// What the clients of a world share.
struct Hall {
    World& world;
    Network& network;
    ClockdHost& clockd;
    Ledger& ledger;
};

class Client : public Caller {
public:
    Client(Hall& hall, std::string role, std::optional<Board> board);

    void start();
    bool idle() const { return intents_.empty(); }

    void on_connected(net::PeerId link) override;
    void on_refused() override;
    void on_line(net::PeerId link, std::string_view line) override;
    void on_disconnected(net::PeerId link) override;

protected:
    // A command that is decided but not answered yet.
    struct Intent {
        wire::ClockCommand command;
        Instant happened;  // world time
        bool exact = false;
    };

    virtual void on_event(const wire::EventFrame& frame) = 0;
    virtual void on_answer(const Intent&, const wire::Ack*, const wire::Refused*) {}
    virtual void on_welcome() {}
    // A board in an answer of clockd, of either kind; `question`: the id of the get_board
    // that is answered, otherwise empty.
    virtual void on_view(const wire::BoardView&, const std::string& /*question*/) {}

    // Gives the command its id, and sends it until it is answered.
    void submit(wire::ClockCommand command, bool exact = false);
    // Sends a line unchanged; false if there is no connection.
    bool say(std::string line);
    bool linked() const { return welcome_; }
    Instant machine_now() const { return hall_.world.machine.instant(hall_.world.now()); }

    Hall& hall_;
    World& world_;
    Random random_;

private:
    void connect_in(Duration wait);
    void send(const Intent& intent);
    void welcomed(const wire::Welcome& welcome);
    void answered(const std::string& id, const wire::Ack* ack, const wire::Refused* refused);
    void check_late(const Intent& intent, const wire::Refused& refused);
    void event(const wire::EventFrame& frame, std::string_view line);

    std::string role_;
    auth::Caller caller_;
    std::optional<Board> board_;
    std::optional<net::PeerId> link_;
    bool welcome_ = false;
    Pos seen_;
    std::deque<Intent> intents_;
};

}  // namespace flagfall::sim
