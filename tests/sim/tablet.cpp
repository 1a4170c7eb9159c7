#include "tests/sim/tablet.hpp"

#include "common/wire/codec.hpp"

namespace flagfall::sim {

Tablet::Tablet(Hall& hall, Board board)
    : world_(hall.world),
      network_(hall.network),
      random_(hall.world.random.split()),
      board_(board),
      log_(hall.clockd.log_id),
      command_(world_.new_id("enrol")) {}

void Tablet::call_in(Duration wait) {
    if (stage_ != Stage::done) world_.agenda.in(wait, [this] { network_.connect(*this); });
}

void Tablet::on_refused() { call_in(random_.between(milliseconds(50), seconds(1))); }

void Tablet::on_disconnected(net::PeerId link) {
    if (link_ != link) return;
    link_.reset();
    if (!said_.clockd_nonce.empty()) hung_up_on();
    call_in(random_.between(milliseconds(50), seconds(1)));
}

// After our proof, without an answer: it was lost. A code may be used up then.
void Tablet::hung_up_on() {
    if (stage_ == Stage::stay_out) stage_ = Stage::done;
    if (stage_ != Stage::enrol) return;
    command_ = world_.new_id("enrol");
    stage_ = Stage::ask;
}

// A link may be dead without a sign.
void Tablet::watch(net::PeerId link, Stage then) {
    world_.agenda.in(seconds(5), [this, link, then] {
        if (link_ == link && stage_ == then) next(stage_);
    });
}

// Another link does the next stage.
void Tablet::next(Stage stage) {
    stage_ = stage;
    if (link_) network_.hang_up(*link_);
    link_.reset();
    call_in(random_.between(milliseconds(1), milliseconds(200)));
}

void Tablet::say(const wire::ToClockd& message) {
    const std::string line = wire::encode(message);
    const std::size_t from = line.find(':') + 2;
    ++world_.types["clockd/" + line.substr(from, line.find('"', from) - from)];
    if (link_) network_.send(*link_, line);
}

void Tablet::on_connected(net::PeerId link) {
    link_ = link;
    watch(link, stage_);
    wire::Hello hello{as_arbiter() ? "arbiter" : "device", "tablet", 1, world_.new_nonce()};
    if (!as_arbiter()) hello.device = device_;
    hello.enrol = stage_ == Stage::enrol;
    said_ = {hello.role, hello.name, hello.device, log_, hello.nonce, {}};
    say(hello);
}

void Tablet::on_line(net::PeerId link, std::string_view line) {
    if (link_ != link) return;
    const auto message = wire::decode_from_clockd(line);
    if (!message) return world_.found(board_, "clockd sent a bad line: " + std::string(line));
    std::visit([&](const auto& m) { ++world_.types["clockd/" + std::string(m.type)]; }, *message);
    if (const auto* c = std::get_if<wire::Challenge>(&*message)) return prove(*c);
    if (const auto* w = std::get_if<wire::Welcome>(&*message)) return welcomed(*w);
    if (const auto* e = std::get_if<wire::Enrolled>(&*message)) return enrolled(*e);
    if (const auto* r = std::get_if<wire::Refused>(&*message)) return refused(*r);
    if (const auto* e = std::get_if<wire::Enrolment>(&*message)) {
        device_ = e->device;
        const std::string code = auth::enrolment_code(World::hall_key(), log_, device_);
        code_ = auth::stretched(auth::code_from(code).value(), log_);
        return next(Stage::enrol);
    }
    if (const auto* state = std::get_if<wire::BoardState>(&*message)) {
        if (state->view.board == board_) return say(wire::GetBoard{"not-mine", {1}});
        world_.found(board_, "a device was shown another board than its own");
    }
    if (std::holds_alternative<wire::Revoked>(*message)) {
        world_.marks.add("device_revoked");
        next(Stage::stay_out);
    }
}

// The network was lost, and neither side has noticed: the old link is still open.
void Tablet::come_again() {
    world_.marks.add("device_came_in_twice");
    link_.reset();
    call_in(random_.between(milliseconds(1), milliseconds(200)));
}

void Tablet::prove(const wire::Challenge& challenge) {
    said_.clockd_nonce = challenge.nonce;
    if (stage_ == Stage::enrol) return say(wire::Prove{auth::code_proof(*code_, said_)});
    const auth::Key key = as_arbiter() ? auth::role_key(World::hall_key(), "arbiter") : key_;
    if (challenge.proof != auth::clockd_proof(key, said_))
        return world_.found(board_, "clockd does not prove its key");
    say(wire::Prove{auth::peer_proof(key, said_)});
}

void Tablet::welcomed(const wire::Welcome& welcome) {
    switch (stage_) {
        case Stage::ask: return say(wire::EnrolDevice{command_, board_, "tablet", Side::white});
        case Stage::revoke: return say(wire::RevokeDevice{world_.new_id("revoke"), device_});
        case Stage::enter:
            if (welcome.board != board_) world_.found(board_, "a device came in without its board");
            if (welcome.side != Side::white) world_.found(board_, "a device lost its side");
            if (random_.chance(0.3)) return come_again();
            return say(wire::GetBoard{"mine", board_});
        default: world_.found(board_, "a device was let in that was revoked");
    }
}

void Tablet::enrolled(const wire::Enrolled& enrolled) {
    const auth::Key sealed = auth::key_from(enrolled.sealed).value_or(auth::Key{});
    key_ = auth::sealed(*code_, said_, sealed);
    if (enrolled.device != device_ || enrolled.board != board_ ||
        key_ != auth::device_key(World::hall_key(), log_, device_))
        world_.found(board_, "a device was given what is not its own");
    world_.marks.add("device_enrolled");
    next(Stage::enter);
}

void Tablet::refused(const wire::Refused& refused) {
    if (refused.code == "slow_down" || refused.code == "busy") return;
    if (refused.code == "wrong_proof" && (stage_ == Stage::enrol || stage_ == Stage::stay_out)) {
        hung_up_on();
        return next(stage_);
    }
    if (refused.code == "not_your_board" && stage_ == Stage::enter) {
        world_.marks.add("device_kept_to_its_board");
        return next(Stage::revoke);
    }
    world_.found(board_, "a tablet was refused: " + refused.code);
}

}  // namespace flagfall::sim
