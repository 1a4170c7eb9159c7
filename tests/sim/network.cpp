#include "tests/sim/network.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace flagfall::sim {

Duration Network::delay() {
    const NetworkFaults& faults = world_.options.network;
    if (world_.fault(random_, faults.spikes)) return random_.between(Duration{}, faults.spike);
    return random_.skewed(microseconds(20), faults.delay);
}

void Network::connect(Caller& caller) {
    world_.agenda.in(std::min(delay(), seconds(1)), [this, to = &caller] {
        if (!server_) return to->on_refused();
        const net::PeerId id{++count_};
        links_.emplace(id, Link{.caller = to});
        server_({Arrival::What::opened, id, {}, {}, {}, world_.now()});
        to->on_connected(id);
    });
}

void Network::send(net::PeerId id, std::string line, std::string tag, bool exact) {
    const auto found = links_.find(id);
    if (found == links_.end()) return;
    trouble(id);
    Link& link = found->second;
    if (!links_.contains(id) || link.hole_up) return;
    const auto arrive = [this, id, line = std::move(line), tag = std::move(tag),
                         sent = world_.now()] {
        const auto at = links_.find(id);
        if (at != links_.end() && server_ && !at->second.hole_up)
            server_({Arrival::What::line, id, line, tag, sent, world_.now()});
    };
    if (exact && link.last_up <= world_.now()) return arrive();
    link.last_up = std::max(link.last_up, world_.now() + delay());
    world_.agenda.at(link.last_up, arrive);
}

void Network::answer(net::PeerId id, std::string line) {
    const auto found = links_.find(id);
    if (found == links_.end()) return;
    trouble(id);
    Link& link = found->second;
    if (!links_.contains(id) || link.hole_down) return;
    link.last_down = std::max(link.last_down, world_.now() + delay());
    world_.agenda.at(link.last_down, [this, id, text = std::move(line)] {
        const auto at = links_.find(id);
        if (at != links_.end() && !at->second.hole_down) at->second.caller->on_line(id, text);
    });
}

void Network::ask(net::PeerId id) {
    const auto found = links_.find(id);
    if (found == links_.end() || found->second.hole_up) return;
    world_.agenda.at(found->second.last_up, [this, id] {
        const auto at = links_.find(id);
        if (at != links_.end() && server_ && !at->second.hole_up)
            server_({Arrival::What::line, id, {}, {}, {}, world_.now()});
    });
}

void Network::confirm(net::PeerId id) {
    const auto found = links_.find(id);
    if (found == links_.end() || found->second.hole_down) return;
    world_.agenda.at(found->second.last_down, [this, id] {
        const auto at = links_.find(id);
        if (at != links_.end() && !at->second.hole_down) at->second.caller->on_line(id, {});
    });
}

// Only marks it, or schedules the cut: the sender holds a reference.
void Network::trouble(net::PeerId id) {
    const NetworkFaults& faults = world_.options.network;
    if (world_.fault(random_, faults.reset)) {
        world_.marks.add("connection_reset");
        world_.agenda.in(Duration{}, [this, id] { cut(id, true); });
    }
    if (world_.fault(random_, faults.half_open)) {
        world_.marks.add("connection_half_open");
        Link& link = links_.at(id);
        const bool up = random_.chance(0.7);
        link.hole_up |= up;
        link.hole_down |= !up || random_.chance(0.5);  // and it never closes again
        // Keep-alives detect it in the end.
        world_.agenda.in(random_.between(milliseconds(200), seconds(10)),
                         [this, id] { cut(id, true); });
    }
}

void Network::cut(net::PeerId id, bool tell_server) {
    const auto found = links_.find(id);
    if (found == links_.end()) return;
    Caller* caller = found->second.caller;
    links_.erase(found);
    world_.agenda.in(delay(), [caller, id] { caller->on_disconnected(id); });
    if (tell_server && server_) server_({Arrival::What::closed, id, {}, {}, {}, world_.now()});
}

void Network::hang_up(net::PeerId id) {
    world_.agenda.in(Duration{}, [this, id] { cut(id, true); });
}

void Network::drop(net::PeerId id) { hang_up(id); }

void Network::listen(std::function<void(Arrival)> server) {
    std::vector<net::PeerId> ids;
    for (const auto& [id, link] : links_) ids.push_back(id);
    for (const net::PeerId id : ids) cut(id, false);
    server_ = std::move(server);
}

bool Network::brings_lines(net::PeerId id) const {
    const auto found = links_.find(id);
    return found != links_.end() && !found->second.hole_down;
}

bool Network::held_up(net::PeerId id) const {
    const auto found = links_.find(id);
    if (found == links_.end()) return false;
    return std::max(found->second.last_up, found->second.last_down) >
           world_.now() + milliseconds(100);
}

}  // namespace flagfall::sim
