#include "common/net/line_server.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/base/check.hpp"
#include "common/net/counted_address.hpp"
#include "common/net/line_link.hpp"
#include "common/net/line_socket.hpp"
#include "common/net/listener.hpp"
#include "common/net/loop.hpp"
#include "common/net/strangers.hpp"

namespace flagfall::net {

using boost::asio::ip::tcp;

namespace {

constexpr std::size_t read_bytes = 64 * 1024;
// Turns of the loop, to read and deliver from WebSockets: without unread bytes, and in all.
constexpr int quiet_turns = 8;
constexpr int most_turns = 256;

struct Peer {
    std::shared_ptr<LineCarrier> link;
    std::string address;  // in the form for counts
    std::size_t bad_lines = 0;
};

}  // namespace

struct LineServer::Impl : std::enable_shared_from_this<LineServer::Impl> {
    Impl(Loop& the_loop, const LineLimits& the_limits, LineHandler the_handler)
        : loop(the_loop), limits(the_limits), handler(std::move(the_handler)), grace_timer(loop) {
        if (handler.tls_key) tls = LineTlsContext::serving(handler.tls_key);
    }

    void accepted(tcp::socket socket, const std::string& address);
    void take_in(Exchange& exchange);
    void enter(PeerId id, std::shared_ptr<LineCarrier> link, const std::string& counted);
    void settle(std::function<void()> done, int quiet, int turns);
    bool has_unread() const;
    void make_room(const std::string& address);
    LineCarrier::Owner owner_of(PeerId id);
    void line(PeerId id, std::string_view text, Instant at);
    void bad_line(PeerId id, std::string_view reason);
    void ended(PeerId id, std::string_view reason);
    void count_bad_line(PeerId id);
    void stop(Duration grace, std::function<void()> done);
    void close_all(std::string_view reason);
    void abandon();
    std::shared_ptr<LineCarrier> find(PeerId id) const;
    std::vector<std::shared_ptr<LineCarrier>> links() const;
    LineCarrier::Limits link_limits() const {
        return {limits.line_bytes, limits.queue_lines, limits.queue_bytes};
    }

    Loop& loop;
    LineLimits limits;
    LineHandler handler;
    Timer grace_timer;
    std::shared_ptr<Listener> listener;
    std::map<PeerId, Peer> peers;
    std::size_t sockets = 0;  // WebSockets so far
    std::uint64_t last_id = 0;
    std::uint64_t evicted = 0;
    Strangers<PeerId> strangers;
    std::shared_ptr<LineTlsContext> tls;
    Arrivals arrivals{read_bytes};
    bool delivering = false;  // a callback uses the read buffer
    bool abandoned = false;
    std::function<void()> stopped;  // called when the last peer of a stopping server is gone
};

void LineServer::Impl::accepted(tcp::socket socket, const std::string& address) {
    const std::string counted = counted_address(address);
    make_room(counted);
    const PeerId id{++last_id};
    auto link = std::make_shared<LineLink>(std::move(socket), link_limits(), arrivals, owner_of(id),
                                           LineLink::Security{tls});
    enter(id, link, counted);
    link->start();
    if (handler.on_open) handler.on_open(id, address, false);
}

void LineServer::Impl::take_in(Exchange& exchange) {
    const std::string address = exchange.request().peer;
    const bool sealed = exchange.request().secure;
    const std::string counted = counted_address(address);
    const PeerId id{++last_id};
    auto socket = LineSocket::open(exchange, link_limits(), owner_of(id));
    if (!socket) return;
    make_room(counted);
    enter(id, std::move(socket), counted);
    ++sockets;
    if (handler.on_open) handler.on_open(id, address, sealed);
}

void LineServer::Impl::enter(PeerId id, std::shared_ptr<LineCarrier> link,
                             const std::string& counted) {
    peers.emplace(id, Peer{std::move(link), counted});
    strangers.add(id, counted);
}

bool LineServer::Impl::has_unread() const {
    return std::ranges::any_of(peers,
                               [](const auto& one) { return one.second.link->has_unread(); });
}

void LineServer::Impl::settle(std::function<void()> done, int quiet, int turns) {
    if (abandoned) return;
    if (sockets == 0 || quiet == quiet_turns || turns == most_turns) return done();
    const int now_quiet = has_unread() ? 0 : quiet + 1;
    loop.post([self = shared_from_this(), done = std::move(done), now_quiet, turns]() mutable {
        self->settle(std::move(done), now_quiet, turns + 1);
    });
}

void LineServer::Impl::make_room(const std::string& address) {
    const auto leaver =
        strangers.in_the_way(address, {limits.strangers, limits.strangers_of_address});
    if (!leaver) return;
    ++evicted;
    if (const auto link = find(*leaver)) link->close("made room for others");
}

LineCarrier::Owner LineServer::Impl::owner_of(PeerId id) {
    LineCarrier::Owner owner;
    owner.on_line = [this, id](std::string_view text, Instant at) { line(id, text, at); };
    owner.on_bad_line = [this, id](std::string_view reason) { bad_line(id, reason); };
    owner.on_drained = [this, id] {
        if (handler.on_drained) handler.on_drained(id);
    };
    owner.on_end = [this, id](std::string_view reason) { ended(id, reason); };
    owner.on_empty_line = [this, id] {  // "are you there?"
        if (const auto link = find(id)) link->send("");
    };
    owner.on_secured = [this, id](std::string_view identity) {
        if (handler.on_secured) handler.on_secured(id, identity);
    };
    owner.on_insecure = [this, id](std::string_view reason) {
        if (handler.on_insecure) handler.on_insecure(id, reason);
    };
    return owner;
}

void LineServer::Impl::line(PeerId id, std::string_view text, Instant at) {
    if (!handler.on_line) return;
    delivering = true;
    handler.on_line(id, text, at);
    delivering = false;
}

void LineServer::Impl::bad_line(PeerId id, std::string_view reason) {
    delivering = true;
    if (handler.on_bad_line) handler.on_bad_line(id, reason);
    delivering = false;
    count_bad_line(id);
}

void LineServer::Impl::count_bad_line(PeerId id) {
    const auto found = peers.find(id);
    if (found == peers.end()) return;
    if (++found->second.bad_lines < limits.bad_lines) return;
    const auto link = found->second.link;
    link->close(std::to_string(limits.bad_lines) + " malformed lines");
}

// The link is closed; the user is called from the loop, never from inside their own call.
void LineServer::Impl::ended(PeerId id, std::string_view reason) {
    const auto found = peers.find(id);
    FF_CHECK(found != peers.end());
    strangers.remove(id, found->second.address);
    peers.erase(found);
    loop.post([self = shared_from_this(), id, text = std::string(reason)] {
        if (self->abandoned) return;
        if (self->handler.on_close) self->handler.on_close(id, text);
    });
    if (peers.empty() && stopped) loop.post(std::exchange(stopped, nullptr));
}

void LineServer::Impl::stop(Duration grace, std::function<void()> done) {
    listener->close();
    if (peers.empty()) return loop.post(std::move(done));
    stopped = [self = shared_from_this(), done = std::move(done)] {
        self->grace_timer.cancel();
        if (!self->abandoned) done();
    };
    grace_timer.wake_in(grace, [this] { close_all("stopping"); });
    for (const auto& link : links()) link->close_when_written("stopping");
}

void LineServer::Impl::close_all(std::string_view reason) {
    for (const auto& link : links()) link->close(reason);
}

void LineServer::Impl::abandon() {
    abandoned = true;
    listener->close();
    grace_timer.cancel();
    stopped = nullptr;
    for (const auto& link : links()) link->abandon();
    peers.clear();
}

// Shared, because a call on a link may end it and erase it from the map.
std::shared_ptr<LineCarrier> LineServer::Impl::find(PeerId id) const {
    const auto found = peers.find(id);
    return found == peers.end() ? nullptr : found->second.link;
}

// A copy: a call on a link may end it and so change the map.
std::vector<std::shared_ptr<LineCarrier>> LineServer::Impl::links() const {
    std::vector<std::shared_ptr<LineCarrier>> all;
    all.reserve(peers.size());
    for (const auto& [id, peer] : peers) all.push_back(peer.link);
    return all;
}

LineServer::LineServer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

LineServer::~LineServer() {
    FF_CHECK(!impl_->delivering);
    impl_->abandon();
}

std::expected<std::unique_ptr<LineServer>, Error> LineServer::start(Loop& loop, const Endpoint& at,
                                                                    const LineLimits& limits,
                                                                    LineHandler handler) {
    auto listener = Listener::open(loop.io(), at);
    if (!listener) return std::unexpected(std::move(listener.error()));
    auto impl = std::make_shared<Impl>(loop, limits, std::move(handler));
    impl->listener = std::move(*listener);
    impl->listener->start(
        [raw = impl.get()](tcp::socket socket, const std::string& peer) {
            raw->accepted(std::move(socket), peer);
        });
    return std::unique_ptr<LineServer>(new LineServer(std::move(impl)));
}

std::uint16_t LineServer::port() const { return impl_->listener->port(); }

void LineServer::send(PeerId peer, std::string_view line) {
    if (const auto link = impl_->find(peer)) link->send(line);
}

std::size_t LineServer::queued_lines(PeerId peer) const {
    const auto link = impl_->find(peer);
    return link ? link->queued_lines() : 0;
}

void LineServer::count_bad_line(PeerId peer) { impl_->count_bad_line(peer); }

void LineServer::close(PeerId peer, std::string_view reason) {
    if (const auto link = impl_->find(peer)) link->close(reason);
}

std::size_t LineServer::peer_count() const { return impl_->peers.size(); }

void LineServer::let_in(PeerId peer) {
    const auto found = impl_->peers.find(peer);
    if (found != impl_->peers.end()) impl_->strangers.remove(peer, found->second.address);
}

std::uint64_t LineServer::evicted_count() const { return impl_->evicted; }

void LineServer::drain() {
    FF_CHECK(!impl_->delivering);
    for (const auto& link : impl_->links()) link->read_now();
}

void LineServer::take_in(Exchange& exchange) { impl_->take_in(exchange); }

void LineServer::settle(std::function<void()> done) { impl_->settle(std::move(done), 0, 0); }

void LineServer::stop(Duration grace, std::function<void()> done) {
    impl_->stop(grace, std::move(done));
}

}  // namespace flagfall::net
