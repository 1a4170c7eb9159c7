#include "common/net/http_client.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "common/base/number.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/host_port.hpp"
#include "common/net/limits.hpp"
#include "common/net/loop.hpp"
#include "common/net/transport.hpp"

namespace flagfall::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

// "host", "host:port", "[::1]:port".
std::optional<Origin> parse_authority(std::string_view text, bool secure) {
    const auto parts = split_host(text);
    if (!parts || parts->host.empty() ||
        parts->host.find_first_of("@/?#[] \t\r\n") != std::string_view::npos)
        return std::nullopt;
    if (parts->port && !whole_number<std::uint16_t>(*parts->port)) return std::nullopt;
    return Origin{std::string(parts->host),
                  std::string(parts->port.value_or(secure ? "443" : "80")), secure};
}

// One request and its answer. It exists as long as a step is under way.
class Call : public std::enable_shared_from_this<Call> {
public:
    Call(Loop& loop, const Origin& origin, Ask what, std::function<void(Answer)> done)
        : loop_(loop),
          origin_(origin),
          where_(in_brackets(origin.host) + ":" + origin.port),
          what_(std::move(what)),
          done_(std::move(done)),
          resolver_(loop.io()),
          deadline_(loop) {}

    void begin();

private:
    auto next(void (Call::*step)()) {
        return [self = shared_from_this(), step](const error_code& error, auto&&...) {
            if (!self->done_) return;
            if (error) return self->failed(error);
            (self.get()->*step)();
        };
    }
    void connect(const tcp::resolver::results_type& places);
    void open();
    void send();
    void receive();
    void received();
    void failed(const error_code& error);
    void finish(Answer answer);

    Loop& loop_;
    Origin origin_;
    std::string where_;
    Ask what_;
    std::function<void(Answer)> done_;  // null after it was called
    tcp::resolver resolver_;
    std::vector<tcp::endpoint> places_;  // the allowed addresses
    Timer deadline_;
    std::unique_ptr<Transport> transport_;
    http::request<http::string_body> request_;
    http::response_parser<http::string_body> parser_;
    beast::flat_buffer buffer_;
    bool secure_now_ = false;  // the handshake is done
};

void Call::begin() {
    TlsContext context;
    if (origin_.secure) {
        auto made = client_context({what_.ca_file});
        if (!made) {
            loop_.post([self = shared_from_this(), why = made.error()] {
                self->finish(std::unexpected(why));
            });
            return;
        }
        context = std::move(*made);
    }
    transport_ = std::make_unique<Transport>(tcp::socket(loop_.io()), std::move(context));
    deadline_.wake_in(what_.patience, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->failed(beast::error::timeout);
    });
    resolver_.async_resolve(origin_.host, origin_.port,
                            [self = shared_from_this()](const error_code& error, auto places) {
                                if (!self->done_) return;
                                if (error) return self->failed(error);
                                self->connect(places);
                            });
}

void Call::connect(const tcp::resolver::results_type& places) {
    places_.clear();
    for (const auto& place : places) {
        const std::string address = place.endpoint().address().to_string();
        if (!what_.may_connect || what_.may_connect(address)) places_.push_back(place.endpoint());
    }
    if (places_.empty())
        return finish(std::unexpected(where_ + ": connections to its address are not allowed"));
    asio::async_connect(transport_->socket(), places_, next(&Call::open));
}

void Call::open() {
    error_code ignored;
    transport_->socket().set_option(tcp::no_delay(true), ignored);
    transport_->open(origin_.host, next(&Call::send));
}

void Call::send() {
    secure_now_ = true;
    request_.method_string(what_.method);
    request_.target(what_.path);
    request_.version(11);
    request_.set(http::field::host, where_);
    request_.set(http::field::connection, "close");
    if (!what_.body.empty()) request_.set(http::field::content_type, "application/json");
    for (const auto& [name, value] : what_.headers) request_.set(name, value);
    request_.body() = std::move(what_.body);
    request_.prepare_payload();
    http::async_write(*transport_, request_, next(&Call::receive));
}

void Call::receive() {
    parser_.body_limit(what_.answer_bytes);
    parser_.skip(what_.method == "HEAD");
    http::async_read(*transport_, buffer_, parser_, next(&Call::received));
}

void Call::received() {
    auto& message = parser_.get();
    Response response{message.result_int(), std::string(message[http::field::content_type]),
                      std::move(message.body()), {}};
    for (const auto& field : message)
        response.headers.emplace_back(field.name_string(), field.value());
    finish(std::move(response));
}

void Call::failed(const error_code& error) {
    const std::string distrust = transport_->distrust();
    if (error == beast::error::timeout)
        return finish(std::unexpected(where_ + " did not answer in time"));
    if (!secure_now_ && !distrust.empty())
        return finish(std::unexpected("cannot verify the TLS certificate of " + where_ + " (" +
                                      distrust + "): give the CA certificate that signed it, and"
                                      " a name or address that it names"));
    if (error == http::error::body_limit)
        return finish(std::unexpected(where_ + ": the answer is too long"));
    finish(std::unexpected(where_ + ": " + error.message()));
}

void Call::finish(Answer answer) {
    deadline_.cancel();
    resolver_.cancel();
    if (transport_) transport_->close();
    std::exchange(done_, nullptr)(std::move(answer));
}

}  // namespace

std::expected<Url, std::string> parse_url(std::string_view url) {
    const bool secure = url.starts_with("https://");
    const std::size_t scheme = secure ? 8 : 7;
    const auto end = std::min(url.find_first_of("/?#", scheme), url.size());
    std::optional<Origin> origin;
    if (secure || url.starts_with("http://"))
        origin = parse_authority(url.substr(scheme, end - scheme), secure);
    std::string target(url.substr(end, url.find('#') - end));
    if (!origin || target.find_first_of(" \t\r\n") != std::string::npos)
        return std::unexpected("\"" + std::string(url) +
                               "\" is no address such as https://hall.local:8443/path");
    if (!target.starts_with('/')) target.insert(0, "/");
    return Url{std::move(*origin), std::move(target)};
}

std::expected<Origin, std::string> parse_origin(std::string_view url) {
    const auto found = parse_url(url);
    if (!found || found->target != "/")
        return std::unexpected("\"" + std::string(url) +
                               "\" is no address such as http://127.0.0.1:8080");
    return found->origin;
}

std::optional<std::string> exposes_secrets(const Origin& origin) {
    if (origin.secure || is_loopback(origin.host)) return std::nullopt;
    return "http://" + origin.host + " is another machine, and everybody on the network could read "
           "and use the token: use https:// (--ca names the CA certificate), or --insecure-lan if "
           "only your own devices are on that network";
}

void ask_async(Loop& loop, const Origin& origin, Ask what, std::function<void(Answer)> done) {
    std::make_shared<Call>(loop, origin, std::move(what), std::move(done))->begin();
}

void post_async(Loop& loop, const Url& url, Headers headers, std::string body, Duration patience,
                const TlsTrust& trust, std::function<bool(std::string_view address)> may_connect,
                std::function<void(Answer)> done) {
    ask_async(loop, url.origin,
              {"POST", url.target, std::move(headers), std::move(body), patience, trust.ca_file,
               limits::webhook_answer_bytes, std::move(may_connect)},
              std::move(done));
}

Answer ask(const Origin& origin, const Ask& what) {
    Loop loop;
    Answer answer;
    ask_async(loop, origin, what, [&](Answer came) {
        answer = std::move(came);
        loop.stop();
    });
    loop.run();
    return answer;
}

}  // namespace flagfall::net
