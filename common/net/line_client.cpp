#include "common/net/line_client.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/address.hpp>

#include "common/base/check.hpp"
#include "common/base/now.hpp"
#include "common/net/line_link.hpp"
#include "common/net/loop.hpp"
#include "common/net/redial.hpp"

namespace flagfall::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::size_t read_bytes = 64 * 1024;

}  // namespace

// Either an attempt is running (timer: its timeout), or a pause (timer: the next attempt), or there
// is a link (timer: the idle check). `attempt` counts, so that late handlers know they are late.
struct LineClient::Impl : std::enable_shared_from_this<LineClient::Impl> {
    Impl(Loop& the_loop, std::string the_host, std::uint16_t the_port,
         LineClientHandler the_handler, const LineClientOptions& the_options)
        : loop(the_loop),
          host(std::move(the_host)),
          port(the_port),
          handler(std::move(the_handler)),
          options(the_options),
          resolver(loop.io()),
          socket(loop.io()),
          timer(loop),
          redial(options.first_wait, options.longest_wait) {
        if (options.psk) tls = LineTlsContext::calling(*options.psk);
    }

    void begin_attempt();
    void look_up();
    void connect(const std::vector<tcp::endpoint>& endpoints);
    void connect_ended(const error_code& error);
    void fail_attempt(const std::string& reason);
    void connected();
    void ready();
    LineLink::Owner owner();
    void line(std::string_view text, Instant at);
    void check_idle();
    Instant last_heard() const;
    void ended(std::string_view reason);
    void try_later();
    void abandon();

    Loop& loop;
    std::string host;
    std::uint16_t port;
    LineClientHandler handler;
    LineClientOptions options;
    tcp::resolver resolver;
    tcp::socket socket;
    Timer timer;
    std::shared_ptr<LineLink> link;
    std::shared_ptr<LineTlsContext> tls;
    bool is_ready = false;   // the link carries lines
    bool untrusted = false;  // why it does not: TLS has failed
    Arrivals arrivals{read_bytes};
    Redial redial;
    Instant linked_at;
    std::optional<Instant> asked_after;  // last_heard() at our last empty line
    std::uint64_t attempt = 0;
    bool abandoned = false;
};

void LineClient::Impl::begin_attempt() {
    ++attempt;
    redial.attempt_begins(now());
    error_code not_numeric;
    const auto address = asio::ip::make_address(host, not_numeric);
    if (not_numeric) return look_up();
    connect({tcp::endpoint(address, port)});
}

void LineClient::Impl::look_up() {
    timer.wake_in(options.lookup_timeout, [this] { fail_attempt(host + " is not found in time"); });
    resolver.async_resolve(host, std::to_string(port),
                           [self = shared_from_this(), mine = attempt](
                               error_code error, const tcp::resolver::results_type& found) {
                               if (self->abandoned || mine != self->attempt) return;
                               if (error)
                                   return self->fail_attempt(self->host + ": " + error.message());
                               std::vector<tcp::endpoint> endpoints;
                               for (const auto& entry : found)
                                   endpoints.push_back(entry.endpoint());
                               self->connect(endpoints);
                           });
}

void LineClient::Impl::connect(const std::vector<tcp::endpoint>& endpoints) {
    const Duration patience{options.connect_timeout.us * std::ssize(endpoints)};
    timer.wake_in(patience, [this] { fail_attempt("no answer in time"); });
    asio::async_connect(
        socket, endpoints,
        [self = shared_from_this(), mine = attempt](error_code error, const tcp::endpoint&) {
            if (self->abandoned || mine != self->attempt) return;
            self->connect_ended(error);
        });
}

void LineClient::Impl::connect_ended(const error_code& error) {
    if (error) return fail_attempt(error.message());
    // While nobody listens at a local port, TCP may connect a socket to itself.
    error_code local_error;
    error_code remote_error;
    const auto local = socket.local_endpoint(local_error);
    const auto remote = socket.remote_endpoint(remote_error);
    if (local_error || remote_error) return fail_attempt("closed by the other side");
    if (local == remote) return fail_attempt("connected to itself");
    connected();
}

void LineClient::Impl::fail_attempt(const std::string& reason) {
    ++attempt;
    resolver.cancel();
    error_code ignored;
    socket.close(ignored);
    try_later();
    if (handler.on_attempt_failed) handler.on_attempt_failed(reason);
}

void LineClient::Impl::try_later() {
    timer.wake_at(redial.next(now()), [this] { begin_attempt(); });
}

void LineClient::Impl::connected() {
    timer.cancel();
    const LineLink::Limits limits{options.line_bytes, options.queue_lines, options.queue_bytes};
    link = std::make_shared<LineLink>(std::exchange(socket, tcp::socket(loop.io())), limits,
                                      arrivals, owner(), LineLink::Security{tls, true});
    linked_at = now();
    is_ready = untrusted = false;
    if (!tls) {
        link->start();
        return ready();
    }
    timer.wake_in(options.connect_timeout, [this] { link->close("no TLS in time"); });
    link->start();
}

void LineClient::Impl::ready() {
    is_ready = true;
    check_idle();
    if (handler.on_connected) handler.on_connected();
}

LineLink::Owner LineClient::Impl::owner() {
    LineLink::Owner result;
    result.on_line = [this](std::string_view text, Instant at) { line(text, at); };
    result.on_bad_line = [this](std::string_view reason) {
        if (handler.on_bad_line) handler.on_bad_line(reason);
    };
    result.on_drained = [this] {
        if (handler.on_drained) handler.on_drained();
    };
    result.on_end = [this](std::string_view reason) { ended(reason); };
    result.on_secured = [this](std::string_view) { ready(); };
    result.on_insecure = [this](std::string_view) { untrusted = true; };
    return result;
}

void LineClient::Impl::line(std::string_view text, Instant at) {
    redial.start_over();
    if (handler.on_line) handler.on_line(text, at);
}

void LineClient::Impl::check_idle() {
    if (options.idle_timeout == Duration{}) return;
    const auto this_link = link;
    // Lines that came while this process was stopped do not count as silence.
    if (now() >= last_heard() + options.idle_timeout) this_link->read_now();
    if (link != this_link) return;
    const Instant heard = last_heard();
    const Instant ask_at = heard + Duration{options.idle_timeout.us / 3};
    if (now() >= heard + options.idle_timeout) return link->close("nothing came for too long");
    if (now() < ask_at) return timer.wake_at(ask_at, [this] { check_idle(); });
    if (std::exchange(asked_after, heard) != heard) this_link->send("");
    if (link != this_link) return;
    timer.wake_at(heard + options.idle_timeout, [this] { check_idle(); });
}

Instant LineClient::Impl::last_heard() const { return std::max(linked_at, link->last_read()); }

void LineClient::Impl::ended(std::string_view reason) {
    link = nullptr;
    try_later();
    const bool distrust = untrusted && handler.on_untrusted;
    const auto& report = std::exchange(is_ready, false) ? handler.on_disconnected
                         : distrust                     ? handler.on_untrusted
                                                        : handler.on_attempt_failed;
    loop.post([self = shared_from_this(), &report, text = std::string(reason)] {
        if (!self->abandoned && report) report(text);
    });
}

void LineClient::Impl::abandon() {
    abandoned = true;
    ++attempt;
    timer.cancel();
    resolver.cancel();
    error_code ignored;
    socket.close(ignored);
    if (link) link->abandon();
    link = nullptr;
}

LineClient::LineClient(Loop& loop, std::string host, std::uint16_t port, LineClientHandler handler,
                       LineClientOptions options)
    : impl_(std::make_shared<Impl>(loop, std::move(host), port, std::move(handler), options)) {
    FF_CHECK(options.first_wait > Duration{} && options.first_wait <= options.longest_wait);
    loop.post([self = impl_] {
        if (!self->abandoned) self->begin_attempt();
    });
}

LineClient::~LineClient() { impl_->abandon(); }

bool LineClient::connected() const { return impl_->is_ready; }

bool LineClient::send(std::string_view line) {
    const auto link = impl_->link;
    if (!impl_->is_ready) return false;
    link->send(line);
    return impl_->is_ready;
}

std::size_t LineClient::queued_lines() const {
    return impl_->link ? impl_->link->queued_lines() : 0;
}

void LineClient::reconnect(std::string_view reason) {
    const auto link = impl_->link;
    if (!link) return;
    impl_->redial.start_over();
    link->close(reason);
}

}  // namespace flagfall::net
