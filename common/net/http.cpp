#include "common/net/http.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "common/base/check.hpp"
#include "common/net/counted_address.hpp"
#include "common/net/http_connection.hpp"
#include "common/net/listener.hpp"
#include "common/net/loop.hpp"
#include "common/net/strangers.hpp"

namespace flagfall::net {

using boost::asio::ip::tcp;

HttpHandler at_once(std::function<Response(const Request&)> answer) {
    return [answer = std::move(answer)](const std::shared_ptr<Exchange>& exchange) {
        exchange->respond(answer(exchange->request()));
    };
}

struct HttpServer::Impl : HttpHouse, std::enable_shared_from_this<HttpServer::Impl> {
    Impl(Loop& the_loop, const HttpLimits& the_limits, HttpHandler the_handler)
        : HttpHouse(the_loop, the_limits, std::move(the_handler)), grace_timer(loop) {
        if (limits.stamps) arrivals.emplace(0);
    }

    void accepted(tcp::socket socket, const std::string& peer);
    bool heard(const std::shared_ptr<Connection>& connection, bool known) override;
    void ended(const std::shared_ptr<Connection>& connection) override;
    void replaced(const std::shared_ptr<Connection>& before,
                  const std::shared_ptr<Connection>& now) override;
    void stop(Duration grace, std::function<void()> done);
    void end_all(bool report);
    void abandon();

    enum class Kind : std::uint8_t { fresh, stranger, known };
    struct Entry {
        std::shared_ptr<Connection> connection;
        std::string address;  // in the form for counts
        Kind kind = Kind::fresh;
    };
    Strangers<std::uint64_t>& of(Kind kind) { return kind == Kind::fresh ? fresh : strangers; }
    void become(Entry& entry, std::uint64_t number, Kind kind);
    std::size_t strangers_most() const;
    bool room_for_stranger(const std::string& address);
    bool room_for_known();
    std::optional<std::uint64_t> idle(const std::set<std::uint64_t>& numbers) const;
    void evict(std::uint64_t number);

    Timer grace_timer;
    std::optional<Arrivals> arrivals;
    std::shared_ptr<Listener> listener;
    TlsContext tls;  // of the connections to come
    std::map<std::uint64_t, Entry> connections;  // by number
    Strangers<std::uint64_t> fresh;
    Strangers<std::uint64_t> strangers;
    std::uint64_t last_number = 0;
    std::uint64_t evicted = 0;
    std::function<void()> stopped;
};

void HttpServer::Impl::accepted(tcp::socket socket, const std::string& peer) {
    const std::string address = counted_address(peer);
    const Slots slots{limits.fresh,
                      is_loopback(address) ? limits.fresh : limits.fresh_of_address};
    if (const auto leaver = fresh.in_the_way(address, slots)) evict(*leaver);
    const auto connection = http_session(shared_from_this(), peer);
    connection->number = ++last_number;
    connections.emplace(last_number, Entry{connection, address});
    fresh.add(last_number, address);
    connection->begin(std::make_unique<Transport>(std::move(socket), tls,
                                                  arrivals ? &*arrivals : nullptr));
}

void HttpServer::Impl::evict(std::uint64_t number) {
    ++evicted;
    const auto connection = connections.at(number).connection;  // its end removes it from the map
    connection->end(true);
}

void HttpServer::Impl::become(Entry& entry, std::uint64_t number, Kind kind) {
    if (entry.kind != Kind::known) of(entry.kind).remove(number, entry.address);
    entry.kind = kind;
    if (kind != Kind::known) of(kind).add(number, entry.address);
}

std::optional<std::uint64_t> HttpServer::Impl::idle(const std::set<std::uint64_t>& numbers) const {
    const auto found = std::ranges::find_if(numbers, [this](std::uint64_t number) {
        return connections.at(number).connection->is_idle();
    });
    return found == numbers.end() ? std::nullopt : std::optional(*found);
}

std::size_t HttpServer::Impl::strangers_most() const {
    const std::size_t known = connections.size() - fresh.count() - strangers.count();
    const std::size_t taken = std::max(known, limits.reserved);
    return limits.connections - std::min(taken, limits.connections);
}

bool HttpServer::Impl::room_for_stranger(const std::string& address) {
    const std::set<std::uint64_t>& same = strangers.of(address);
    const std::size_t most = is_loopback(address) ? limits.connections_from_here
                                                  : limits.connections_per_address;
    if (same.size() >= most) {
        const auto leaver = idle(same);
        if (leaver) evict(*leaver);
        return leaver.has_value();
    }
    if (strangers.count() < strangers_most()) return true;
    const std::set<std::uint64_t>& rivals = strangers.of_most();
    if (rivals.empty()) return false;
    // Among equals only an idle one goes: otherwise they would displace each other for ever.
    const bool has_more = rivals.size() > same.size() + 1;
    const auto leaver = idle(rivals);
    if (!leaver && !has_more) return false;
    evict(leaver.value_or(*rivals.begin()));
    return true;
}

bool HttpServer::Impl::room_for_known() {
    if (connections.size() - fresh.count() < limits.connections) return true;
    if (strangers.count() == 0) return false;
    evict(*strangers.of_most().begin());
    return true;
}

bool HttpServer::Impl::heard(const std::shared_ptr<Connection>& connection, bool known) {
    const auto number = connection->number;
    Entry& entry = connections.at(number);
    const Kind kind = known ? Kind::known : Kind::stranger;
    if (entry.kind == Kind::known || entry.kind == kind) return true;
    const bool had_slot = entry.kind == Kind::stranger;
    if (!had_slot && !(known ? room_for_known() : room_for_stranger(entry.address))) return false;
    become(entry, number, kind);
    return true;
}

void HttpServer::Impl::ended(const std::shared_ptr<Connection>& connection) {
    const auto found = connections.find(connection->number);
    FF_CHECK(found != connections.end());
    if (found->second.kind != Kind::known)
        of(found->second.kind).remove(found->first, found->second.address);
    connections.erase(found);
    if (connections.empty() && stopped) loop.post(std::exchange(stopped, nullptr));
}

void HttpServer::Impl::replaced(const std::shared_ptr<Connection>& before,
                                const std::shared_ptr<Connection>& now) {
    now->number = before->number;
    Entry& entry = connections.at(now->number);
    entry.connection = now;
    if (limits.guarded_sockets) become(entry, now->number, Kind::known);
    if (stopping) now->wind_up();
}

void HttpServer::Impl::stop(Duration grace, std::function<void()> done) {
    stopping = true;
    listener->close();
    if (connections.empty()) return loop.post(std::move(done));
    stopped = [self = shared_from_this(), done = std::move(done)] {
        self->grace_timer.cancel();
        done();
    };
    grace_timer.wake_in(grace, [this] { end_all(true); });
    for (const auto& [_, entry] : std::map(connections)) entry.connection->wind_up();
}

void HttpServer::Impl::end_all(bool report) {
    for (const auto& [_, entry] : std::map(connections)) entry.connection->end(report);
}

void HttpServer::Impl::abandon() {
    stopping = abandoned = true;
    stopped = nullptr;
    listener->close();
    grace_timer.cancel();
    end_all(false);
}

HttpServer::HttpServer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() { impl_->abandon(); }

std::expected<std::unique_ptr<HttpServer>, Error> HttpServer::start(Loop& loop, const Endpoint& at,
                                                                    const HttpLimits& limits,
                                                                    HttpHandler handler,
                                                                    const TlsFiles* tls) {
    FF_CHECK(handler != nullptr);
    TlsContext context;
    if (tls != nullptr) {
        auto made = server_context(*tls);
        if (!made) return std::unexpected(Error{"bad-certificate", std::move(made.error())});
        context = std::move(*made);
    }
    auto listener = Listener::open(loop.io(), at);
    if (!listener) return std::unexpected(std::move(listener.error()));
    auto impl = std::make_shared<Impl>(loop, limits, std::move(handler));
    impl->listener = std::move(*listener);
    impl->tls = std::move(context);
    impl->listener->start(
        [raw = impl.get()](tcp::socket socket, const std::string& peer) {
            raw->accepted(std::move(socket), peer);
        });
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

std::expected<void, Error> HttpServer::reload_tls(const TlsFiles& files) {
    FF_CHECK(impl_->tls != nullptr);
    auto made = server_context(files);
    if (!made) return std::unexpected(Error{"bad-certificate", std::move(made.error())});
    impl_->tls = std::move(*made);
    return {};
}

std::uint16_t HttpServer::port() const { return impl_->listener->port(); }

std::size_t HttpServer::connection_count() const { return impl_->connections.size(); }

std::uint64_t HttpServer::evicted_count() const { return impl_->evicted; }

void HttpServer::stop(Duration grace, std::function<void()> done) {
    impl_->stop(grace, std::move(done));
}

}  // namespace flagfall::net
