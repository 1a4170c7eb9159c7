#include "tests/unit/office/house.hpp"

#include "common/base/check.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::test {

House::House(bool virtual_time) : virtual_(virtual_time) {
    start_clock("boot");
    service_ = std::make_unique<arbiterd::ArbiterService>(office_, std::nullopt);
    abort_on_failed_checks();
    run();
}

House::~House() = default;

void House::start_clock(const std::string& boot) {
    clock_ = std::make_unique<clockd::ClockService>(
        hall_, clockd::ClockIdentity{"log", boot, virtual_, false, true, {}});
    const auto present = clockd::present_rows(hall_.past());
    for (const Pos pos : *present)
        REQUIRE(!clock_->replay(hall_.rows[static_cast<std::size_t>(pos.value - 1)]));
    clock_->record_start(Instant{now_});
    for (const auto& [peer, role] : {std::pair(desk, "arbiter"), {device, "device"},
                                     {gateway, "boards"}}) {
        clock_->on_open(peer, {"", true});
        clock_->on_line(peer, R"({"type":"hello","name":"A","protocol":1,"role":")" +
                                  std::string(role) + "\"}", now());
    }
}

void House::restart_clock(const std::string& boot) {
    if (connected_) disconnect();
    hall_.rows.resize(static_cast<std::size_t>(clock_durable_.value));
    start_clock(boot);
    run();
}

void House::restore_office(Pos last, Pos followed) {
    office_durable_ = last;
    office_.followed = followed;
    office_.mark.reset();
    restart_office();
}

void House::restore_clock(Pos last) {
    clock_durable_ = last;
    restart_clock("boot");
}

void House::connect() {
    connected_ = true;
    clock_->on_open(link, {"", true});
    service_->on_connected();
    run();
}

void House::disconnect() {
    connected_ = false;
    up_.clear();
    down_.clear();
    clock_->on_close(link);
    service_->on_disconnected();
}

void House::commit_office() {
    if (office_durable_ == office_.last()) return;
    note_issued();
    office_durable_ = office_.last();
    service_->on_committed(office_durable_);
}

// As the record's table requires, whatever happens to the record.
void House::note_issued() {
    for (auto at = office_durable_.value; at < office_.last().value; ++at) {
        const store::Row& row = office_.rows[static_cast<std::size_t>(at)];
        if (row.type != wire::HallCommandIssued::type && row.type != wire::CommandIssued::type)
            continue;
        const auto event = wire::decode_game_event(row.type, row.body);
        const auto* hall = std::get_if<wire::HallCommandIssued>(&*event);
        const std::string id =
            hall ? tournament::command_of(*hall).id
                 : std::visit([](const auto& command) { return command.id; },
                              std::get<wire::CommandIssued>(*event).command);
        CHECK(issued.emplace(id, Pos{at + 1}).second);
    }
}

void House::run() {
    for (;;) {
        if (clock_durable_ < hall_.last()) {
            clock_durable_ = hall_.last();
            clock_->on_committed(clock_durable_);
        } else if (office_durable_ < office_.last()) {
            commit_office();
        } else if (!up_.empty()) {
            const std::string line = std::move(up_.front());
            up_.pop_front();
            if (!instead_of.empty() && line.find(instead_of) != line.npos)
                down_.push_back(clockd_says);
            else if (!lose_lines)
                clock_->on_line(link, line, now());
        } else if (!down_.empty()) {
            const std::string line = std::move(down_.front());
            down_.pop_front();
            service_->on_line(line);
        } else {
            return;
        }
    }
}

void House::arrive(const std::string& line) {
    clock_->on_line(link, line, now());
    run();
}

void House::restart_office() {
    if (connected_) disconnect();
    office_.rows.resize(static_cast<std::size_t>(office_durable_.value));
    std::erase_if(issued, [&](const auto& each) { return each.second > office_durable_; });
    service_ = std::make_unique<arbiterd::ArbiterService>(office_, std::nullopt);
    const auto present = office_.record_past.present();
    for (const Pos pos : *present)
        REQUIRE(!service_->replay(office_.rows[static_cast<std::size_t>(pos.value - 1)]));
    service_->resume_at(office_.followed, office_.mark);
}

std::uint64_t House::act(const std::string& id, const wire::EventAct& act) {
    wire::EventCommand command;
    command.id = id;
    command.event = "open";
    command.by = "Änne Richter";
    command.confirm = confirm;
    command.act = act;
    return send_act(command);
}

std::uint64_t House::rule(const wire::DeskCommand& command) {
    const std::uint64_t ticket = send_act(command);
    run();
    return ticket;
}

void House::pass(int seconds) {
    for (int i = 0; i < seconds; ++i) {
        now_ += 1'000'000;
        service_->on_tick();
        run();
    }
}

void House::wait(Duration time) {
    now_ += time.us;
    clock_->on_deadline();
    service_->on_tick();
    run();
}

void House::say(clock::Role role, const std::string& line) {
    const bool by_arbiter = role == clock::Role::arbiter;
    clock_->on_line(by_arbiter                     ? desk
                    : role == clock::Role::device ? device
                                                  : gateway,
                    line, now());
}

void House::carry(net::PeerId peer, std::string_view line) {
    if (peer == link && connected_) down_.emplace_back(line);
    if (peer == link) longest_down = std::max(longest_down, line.size());
    if (peer == desk && line.find("refused") != line.npos) refused.emplace_back(line);
}

std::optional<Pos> House::HallPorts::read(Pos from, Pos to,
                                          const std::function<bool(const store::Row&)>& row) {
    Pos last{from.value - 1};
    for (std::int64_t pos = from.value; pos <= std::min(to, house.clock_durable_).value; ++pos) {
        last = Pos{pos};
        if (!row(rows[static_cast<std::size_t>(pos - 1)])) break;
    }
    return last;
}

void House::carry(std::string_view line) {
    if (line.find("\"hall:") != line.npos) to_clockd.emplace_back(line);
    if (connected_) up_.emplace_back(line);
    longest_up = std::max(longest_up, line.size());
    most_under_way = std::max(most_under_way, up_.size());
}

std::uint64_t House::send_act(const arbiterd::Act& act) {
    service_->act(act, [this, ticket = ++tickets_](arbiterd::ActAnswer answer) {
        CHECK(answers.emplace(ticket, std::move(answer)).second);
    }, permit);
    return tickets_;
}

wire::CreateEvent create(const std::string& control) {
    wire::CreateEvent act;
    act.info.name = "Open";
    act.info.terms.time_control = control;
    return act;
}

void enter_round(House& house, std::uint32_t boards) {
    house.act("create", create());
    wire::EnterPlayers players;
    wire::SetPairings pairings;
    pairings.round = 1;
    for (std::uint32_t board = 1; board <= boards; ++board) {
        for (const std::uint32_t number : {2 * board - 1, 2 * board}) {
            players.players.emplace_back().number = number;
            players.players.back().name = "P" + std::to_string(number);
        }
        wire::EventPairing& pairing = pairings.pairings.emplace_back();
        pairing.board = Board{board};
        pairing.white = 2 * board - 1;
        pairing.black = 2 * board;
    }
    house.act("players", players);
    house.act("pairings", pairings);
    wire::PublishRound publish;
    publish.round = 1;
    const std::uint64_t last = house.act("publish", publish);
    house.run();
    REQUIRE(house.answers.at(last).kind == arbiterd::ActAnswer::Kind::done);
}

wire::StartRound start(bool without_clocks) {
    wire::StartRound act;
    act.round = 1;
    act.without_clocks = without_clocks;
    return act;
}

}  // namespace flagfall::test
