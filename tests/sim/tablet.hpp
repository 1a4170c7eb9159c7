// A tablet on its way through the door of a closed hall: an arbiter asks for its code, it gets its
// key with it, comes in, finds its own board and no other, and is shut out for good; over links
// that break and a clockd that dies.
#pragma once

#include <optional>
#include <string>

#include "common/auth/proof.hpp"
#include "common/wire/frames.hpp"
#include "tests/sim/client.hpp"

namespace flagfall::sim {

class Tablet : public Caller {
public:
    // Of this board, at which nobody plays.
    Tablet(Hall& hall, Board board);

    void start() { call_in(milliseconds(10)); }

    void on_connected(net::PeerId link) override;
    void on_refused() override;
    void on_line(net::PeerId link, std::string_view line) override;
    void on_disconnected(net::PeerId link) override;

private:
    // What it wants next; each over a link of its own, again until it has it.
    enum class Stage { ask, enrol, enter, revoke, stay_out, done };

    void call_in(Duration wait);
    void watch(net::PeerId link, Stage then);
    void say(const wire::ToClockd& message);
    void next(Stage stage);
    void come_again();
    void hung_up_on();
    bool as_arbiter() const { return stage_ == Stage::ask || stage_ == Stage::revoke; }
    void prove(const wire::Challenge& challenge);
    void welcomed(const wire::Welcome& welcome);
    void enrolled(const wire::Enrolled& enrolled);
    void refused(const wire::Refused& refused);

    World& world_;
    Network& network_;
    Random random_;
    Board board_;
    std::string log_;
    Stage stage_ = Stage::ask;
    std::string command_;  // id of the request for a code
    std::uint32_t device_ = 0;
    std::optional<auth::Key> code_;  // stretched
    auth::Key key_;
    auth::Introduction said_;
    std::optional<net::PeerId> link_;
};

}  // namespace flagfall::sim
