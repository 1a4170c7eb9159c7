// A tablet at the door of a closed hall: an arbiter asks for its code, the tablet gets its
// key with it, connects, finds only its own board, and is revoked for good; over links
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
    // At this board nobody plays.
    Tablet(Hall& hall, Board board);

    void start() { call_in(milliseconds(10)); }

    void on_connected(net::PeerId link) override;
    void on_refused() override;
    void on_line(net::PeerId link, std::string_view line) override;
    void on_disconnected(net::PeerId link) override;

private:
    // The next goal; each over its own link, repeated until it is reached.
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
