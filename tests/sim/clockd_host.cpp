#include "tests/sim/clockd_host.hpp"

#include "common/base/limits.hpp"
#include "common/net/limits.hpp"

namespace flagfall::sim {

ClockdHost::ClockdHost(World& world, Network& network)
    : world_(world),
      network_(network),
      random_(world.random.split()),
      disk_(world, world.options.clock_disk) {
    disk_.on_committed = [this](Pos up_to) { service_->on_committed(up_to); };
    disk_.on_error = [this] { kill(); };
    disk_.stopped = [this] { return stopped_until_ - world_.now(); };
}

// ---- the process --------------------------------------------------------------------------

void ClockdHost::start() {
    if (up()) return;
    ++life_;
    stopped_until_ = {};
    unread_.clear();
    service_.emplace(*this, identity());
    replay();
    if (const auto error = service_->wrong_time_mode()) world_.found(Board{}, "clockd: " + *error);
    service_->record_start(disk_.effect() ? disk_.effect()->at : Instant{});
    network_.listen([this](Arrival arrival) { arrived(std::move(arrival)); });
    if (!world_.options.virtual_time) beat(life_);
}

clockd::ClockIdentity ClockdHost::identity() const {
    return {log_id, world_.machine.boot(), world_.options.virtual_time, true, !world_.closed(),
            World::hall_key()};
}

// As the daemon does, from the rows that count; all of them must lead to the same state.
void ClockdHost::replay() {
    const auto positions = clockd::present_rows(past_);
    for (const Pos pos : *positions) {
        const store::Row& row = disk_.rows()[static_cast<std::size_t>(pos.value - 1)];
        if (const auto error = service_->replay(row)) world_.found(Board{}, "clockd: " + *error);
    }
    clockd::ClockService whole(*this, identity());
    for (const store::Row& row : disk_.rows())
        if (const auto error = whole.replay(row)) world_.found(Board{}, "clockd: " + *error);
    if (std::ssize(*positions) < std::ssize(disk_.rows()))
        world_.marks.add("clockd_starts_from_a_part_of_its_log");
    if (whole.boards() != service_->boards())
        world_.found(Board{}, "clockd: the whole log leads to another state than a part of it");
}

// A supervisor starts it again.
void ClockdHost::kill() {
    if (!up()) return;
    world_.marks.add("clockd_killed");
    service_.reset();
    disk_.crash();
    network_.listen(nullptr);
    open_.clear();
    bad_lines_.clear();
    to_drain_.clear();
    ++life_;
    ++alarm_;
    world_.agenda.in(random_.between(milliseconds(100), seconds(2)), [this] { start(); });
}

void ClockdHost::stop(Duration time) {
    if (!up() || asleep()) return;
    world_.marks.add("clockd_stopped");
    stopped_until_ = world_.now() + time;
    world_.agenda.in(time, [this, life = life_] { resume(life); });
}

// After a pause the kernel may report timers or sockets first.
void ClockdHost::resume(int life) {
    if (life != life_ || !up()) return;
    stopped_until_ = {};
    if (alarm_missed_ && random_.chance(0.5)) {
        alarm_missed_ = false;
        service_->on_deadline();
    }
    read_all();
    if (std::exchange(alarm_missed_, false)) service_->on_deadline();
}

void ClockdHost::beat(int life) {
    world_.agenda.in(seconds(1), [this, life] {
        if (life != life_ || !up()) return;
        if (!asleep()) {
            if (const auto head = notary_.look(world_, disk_.rows())) service_->on_signed(*head);
            service_->on_heartbeat();
        }
        beat(life);
    });
}

void ClockdHost::wake_at(std::optional<Instant> at) {
    const std::uint64_t alarm = ++alarm_;
    alarm_missed_ = false;
    if (!at) return;
    // A timer is never early and sometimes quite late.
    const Duration late = random_.chance(0.02) ? random_.between(Duration{}, milliseconds(80))
                                               : random_.between(Duration{}, microseconds(300));
    world_.agenda.at(world_.machine.world(*at) + late,
                     [this, alarm, life = life_] { deadline(alarm, life); });
}

void ClockdHost::deadline(std::uint64_t alarm, int life) {
    if (alarm != alarm_ || life != life_ || !up()) return;
    if (asleep()) {
        alarm_missed_ = true;
        return;
    }
    service_->on_deadline();
}

// ---- sockets ------------------------------------------------------------------------------

void ClockdHost::arrived(Arrival arrival) {
    unread_.push_back(std::move(arrival));
    if (!asleep()) read_all();
}

void ClockdHost::drain() { read_all(); }

void ClockdHost::read_all() {
    if (reading_) return;
    reading_ = true;
    while (up() && !unread_.empty()) {
        const Arrival next = std::move(unread_.front());
        unread_.pop_front();
        handle(next);
    }
    reading_ = false;
}

void ClockdHost::handle(const Arrival& arrival) {
    switch (arrival.what) {
        case Arrival::What::opened:
            open_.insert(arrival.peer);
            return service_->on_open(arrival.peer, {std::to_string(arrival.peer.value), true});
        case Arrival::What::closed:
            if (open_.erase(arrival.peer) > 0) service_->on_close(arrival.peer);
            return;
        case Arrival::What::line: break;
    }
    if (!open_.contains(arrival.peer)) return;
    if (arrival.line.empty()) return network_.confirm(arrival.peer);  // like net::LineServer
    if (arrival.line.size() > limits::line_bytes) {
        count_bad_line(arrival.peer);
        return service_->on_bad_line(arrival.peer, "the line is too long");
    }
    if (!arrival.tag.empty()) reached_[arrival.tag] = {arrival.sent, arrival.at, life_};
    // The kernel's timestamp: the arrival, not the time of our reading.
    service_->on_line(arrival.peer, arrival.line, world_.machine.instant(arrival.at));
}

void ClockdHost::send(net::PeerId peer, std::string_view line) {
    if (!open_.contains(peer)) return;
    network_.answer(peer, std::string(line));
    if (!to_drain_.insert(peer).second) return;
    world_.agenda.in(microseconds(10), [this, peer, life = life_] {
        if (life != life_ || !up()) return;
        to_drain_.erase(peer);
        if (open_.contains(peer)) service_->on_drained(peer);
    });
}

void ClockdHost::count_bad_line(net::PeerId peer) {
    if (++bad_lines_[peer] >= static_cast<int>(limits::peer_bad_lines)) {
        world_.marks.add("peer_hung_up_on");
        network_.drop(peer);
    }
}

void ClockdHost::close(net::PeerId peer, std::string_view) { network_.drop(peer); }

// ---- the disk -----------------------------------------------------------------------------

void ClockdHost::append(std::vector<store::Row>& rows, const clockd::Heartbeat& heartbeat) {
    for (const store::Row& row : rows)
        if (row.type == "flag_fell") flag_decided_[row.stream] = {{}, world_.now(), life_};
    disk_.append(rows, heartbeat);
}

std::optional<ClockdHost::Reached> ClockdHost::reached(const std::string& id) const {
    const auto found = reached_.find(id);
    if (found == reached_.end()) return std::nullopt;
    return found->second;
}

std::optional<ClockdHost::Reached> ClockdHost::flag_decided(Board board) const {
    const auto found = flag_decided_.find("board/" + std::to_string(board.number));
    if (found == flag_decided_.end()) return std::nullopt;
    return found->second;
}

std::optional<Pos> ClockdHost::read(Pos from, Pos to,
                                    const std::function<bool(const store::Row&)>& row) {
    Pos last{from.value - 1};
    for (std::int64_t pos = from.value; pos <= to.value; ++pos) {
        if (pos > std::ssize(disk_.rows())) break;
        last = Pos{pos};
        if (!row(disk_.rows()[static_cast<std::size_t>(pos - 1)])) break;
    }
    return last;
}

}  // namespace flagfall::sim
