#include "tests/sim/arbiterd_host.hpp"

#include <algorithm>
#include <utility>

#include "common/wire/codec.hpp"

namespace flagfall::sim {

ArbiterdHost::ArbiterdHost(World& world, Network& network)
    : world_(world),
      network_(network),
      random_(world.random.split()),
      disk_(world, world.options.office_disk) {
    disk_.on_committed = [this](Pos up_to) { service_->on_committed(up_to); };
    disk_.on_error = [this] { kill(); };
    disk_.stopped = [this] { return stopped_until_ - world_.now(); };
}

void ArbiterdHost::start() {
    if (up()) return;
    ++life_;
    stopped_until_ = {};
    service_.emplace(*this, world_.key("arbiterd"));
    replay();
    service_->resume_at(followed(), disk_.effect() ? disk_.effect()->mark : std::nullopt);
    redial_.start_over();
    call_at(world_.now());
    tick(life_);
}

// As arbiterd starts, with the present games; and with all others, too.
void ArbiterdHost::replay() {
    const auto present = past_.present();
    for (const Pos pos : *present)
        if (const auto error = service_->replay(disk_.rows().at(pos.value - 1)))
            world_.found(Board{}, "arbiterd: " + *error);
    whole_ = {};
    for (const store::Row& row : disk_.rows())
        if (const auto event = wire::decode_game_event(row.type, row.body))
            game::apply(whole_, *event);
    compare();
}

void ArbiterdHost::compare() {
    const game::Games& games = service_->games();
    if (games.log != whole_.log || games.time != whole_.time || games.at_board != whole_.at_board)
        world_.found(Board{}, "arbiterd has other boards than its record (P5)");
    for (const auto& [id, game] : whole_.by_id) {
        const game::Game* known = game::find(games, id);
        if (!known || !(*known == game))
            world_.found(game.board, "arbiterd has game " + id + " not as its record (P5)");
        else if (!games.by_id.contains(id))
            world_.marks.add("game_read_again");
    }
}

void ArbiterdHost::tick(int life) {
    world_.agenda.in(seconds(1), [this, life] {
        if (life != life_ || !up()) return;
        if (!asleep()) {
            if (const auto head = notary_.look(world_, disk_.rows())) service_->on_signed(*head);
            service_->on_tick();
        }
        tick(life);
    });
}

void ArbiterdHost::kill() {
    if (!up()) return;
    world_.marks.add("arbiterd_killed");
    if (link_) network_.hang_up(*link_);
    link_.reset();
    linked_ = false;
    service_.reset();
    disk_.crash();
    ++life_;
    ++attempt_;
    world_.agenda.in(random_.between(milliseconds(100), seconds(2)), [this] { start(); });
}

void ArbiterdHost::stop(Duration time) {
    if (!up()) return;
    world_.marks.add("arbiterd_stopped");
    stopped_until_ = world_.now() + time;
}

void ArbiterdHost::awake(std::function<void()> what) {
    const Duration rest = stopped_until_ - world_.now();
    if (rest <= Duration{}) return what();
    world_.agenda.in(rest, [this, life = life_, what = std::move(what)] {
        if (life == life_ && up()) what();
    });
}

// ---- the connection, as net::LineClient keeps it -------------------------------------------

void ArbiterdHost::call_at(Instant when) {
    world_.agenda.at(when, [this, attempt = ++attempt_] {
        if (attempt != attempt_ || !up()) return;
        redial_.attempt_begins(world_.now());
        network_.connect(*this);
    });
}

void ArbiterdHost::on_refused() {
    if (up()) call_again();
}

void ArbiterdHost::on_connected(net::PeerId link) {
    if (!up() || link_) return network_.hang_up(link);
    link_ = link;
    heard_ = std::max(world_.now(), stopped_until_);
    watch_silence(link);
    awake([this, link] {
        if (link_ == link) service_->on_connected();
    });
}

void ArbiterdHost::on_line(net::PeerId link, std::string_view line) {
    if (link_ != link) return;
    heard_ = std::max(world_.now(), stopped_until_);  // lines while we slept were no silence
    if (line.empty()) return;                         // the peer is alive
    awake([this, link, text = std::string(line)] {
        if (link_ != link) return;
        redial_.start_over();
        service_->on_line(text);
    });
}

void ArbiterdHost::on_disconnected(net::PeerId link) {
    if (link_ != link) return;
    awake([this, link] {
        if (link_ != link) return;
        link_.reset();
        service_->on_disconnected();
        call_again();
    });
}

// A link may be dead without a sign, or the sign comes late: if asked with an empty
// line, it stays silent.
void ArbiterdHost::watch_silence(net::PeerId link) {
    if (link_ != link) return;
    Instant next = heard_ + Duration{usual_.idle_timeout.us / 3};
    if (!asleep() && world_.now() >= heard_ + usual_.idle_timeout) {
        world_.marks.add("arbiterd_leaves_a_silent_link");
        return hang_up();
    }
    if (!asleep() && world_.now() >= next) {
        if (std::exchange(asked_after_, heard_) != heard_) network_.ask(link);
        next = heard_ + usual_.idle_timeout;
    }
    world_.agenda.at(std::max(next, stopped_until_), [this, link] { watch_silence(link); });
}

// We know our own end at once, whatever the network does with it.
void ArbiterdHost::hang_up() {
    network_.hang_up(*link_);
    link_.reset();
    call_again();
    world_.agenda.in(Duration{}, [this, life = life_] {
        if (life == life_ && up()) service_->on_disconnected();
    });
}

// ---- arbiterd::Ports ------------------------------------------------------------------------

namespace {

// The id of a command in the line, with its field's name: "id":"arb:...; empty if there is none.
std::string_view command_in(std::string_view line) {
    constexpr std::string_view mark = "\"id\":\"";
    const std::size_t begin = line.find(mark);
    if (begin == line.npos) return {};
    const std::string_view rest = line.substr(begin + mark.size());
    if (!rest.starts_with("arb:") && !rest.starts_with("hall:")) return {};
    return line.substr(begin, line.find('"', begin + mark.size()) - begin);
}

}  // namespace

// Nothing is visible before it is durable: a command that is sent is in the record.
void ArbiterdHost::check_durable(std::string_view line) {
    const std::string_view id = command_in(line);
    if (id.empty()) return;
    const auto& rows = disk_.rows();
    const bool stands = std::any_of(rows.rbegin(), rows.rend(), [&](const store::Row& row) {
        return row.type.ends_with("command_issued") && row.body.contains(id);
    });
    if (!stands)
        world_.found(Board{}, "a command went out before it was durable: " + std::string(line));
}

void ArbiterdHost::send(std::string_view line) {
    check_durable(line);
    if (!link_) return;
    const bool ruled = command_in(line).contains("arb:");
    if (ruled && world_.fault(random_, world_.options.lost_commands)) {
        world_.marks.add("command_lost_on_the_way");
        if (random_.chance(0.3)) claim_done(command_in(line));
        return;
    }
    network_.send(*link_, std::string(line));
}

// clockd answers a command that it never got: its log does not have the effect that it reports.
void ArbiterdHost::claim_done(std::string_view command) {
    wire::Ack ack;
    ack.id = command.substr(command.rfind('"') + 1);
    ack.pos = Pos{1};
    world_.marks.add("command_done_without_effect");
    world_.agenda.in(random_.between(milliseconds(1), milliseconds(50)),
                     [this, link = *link_, line = wire::encode(wire::FromClockd{ack})] {
                         on_line(link, line);
                     });
}

void ArbiterdHost::reconnect(std::string_view) {
    world_.marks.add("arbiterd_reconnects_by_itself");
    if (!link_) return;
    redial_.start_over();
    hang_up();
}

void ArbiterdHost::linked(bool yes) {
    linked_ = yes;
    if (yes) linked_at_ = world_.now();
}

void ArbiterdHost::append(std::vector<store::Row>& rows, const arbiterd::Cursor& cursor, bool) {
    disk_.append(rows, cursor);
    for (const store::Row& row : rows)
        if (const auto event = wire::decode_game_event(row.type, row.body))
            game::apply(whole_, *event);
}

void ArbiterdHost::rule(const wire::DeskCommand& command) {
    if (!up()) return;
    awake([this, command] {
        service_->act(command, [this, command](const auto& answer) { ruled(command, answer); });
    });
}

void ArbiterdHost::ruled(wire::DeskCommand command, const arbiterd::ActAnswer& answer) {
    using Kind = arbiterd::ActAnswer::Kind;
    if (answer.kind == Kind::done || answer.kind == Kind::repeated) {
        world_.marks.add("desk_acts_done");
        world_.marks.add("desk_" + std::visit([]<class Act>(const Act&) {
                             return std::string(Act::type);
                         }, command.act));
        acknowledged_.insert(command.id);
    } else if (answer.kind == Kind::preview) {
        command.confirm = answer.confirm;
        world_.agenda.in(random_.between(milliseconds(10), seconds(1)),
                         [this, command] { rule(command); });
    } else {
        world_.marks.add("desk_acts_refused");
    }
}

std::vector<std::string> ArbiterdHost::lost_acts() const {
    std::set<std::string> lost = acknowledged_;
    for (const store::Row& row : disk_.rows()) {
        if (row.type != "desk_acted" && row.type != "event_acted") continue;
        const auto event = wire::decode_game_event(row.type, row.body);
        const auto* office = std::get_if<wire::EventActed>(&*event);
        lost.erase(office ? office->id : std::get<wire::DeskActed>(*event).id);
    }
    return {lost.begin(), lost.end()};
}

void ArbiterdHost::act(const wire::EventCommand& command, Told told) {
    if (!up()) return;
    awake([this, command, told = std::move(told)] {
        service_->act(command, [this, id = command.id, told](const arbiterd::ActAnswer& answer) {
            using Kind = arbiterd::ActAnswer::Kind;
            if (answer.kind == Kind::done || answer.kind == Kind::repeated)
                acknowledged_.insert(id);
            told(id, answer);
        });
    });
}

void ArbiterdHost::fatal(arbiterd::StartError error) {
    world_.found(Board{}, "arbiterd ends: " + error.text);
}

}  // namespace flagfall::sim
