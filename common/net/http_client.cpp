#include "common/net/http_client.hpp"

#include <chrono>
#include <string>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

namespace flagfall::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

std::expected<Origin, std::string> parse_origin(std::string_view url) {
    constexpr std::string_view scheme = "http://";
    if (url.ends_with('/')) url.remove_suffix(1);
    const auto colon = url.rfind(':');
    if (!url.starts_with(scheme) || colon < scheme.size() + 1 || colon + 1 >= url.size() ||
        url.find('/', scheme.size()) != std::string_view::npos)
        return std::unexpected("\"" + std::string(url) +
                               "\" is no address such as http://127.0.0.1:8080");
    Origin origin{std::string(url.substr(scheme.size(), colon - scheme.size())),
                  std::string(url.substr(colon + 1))};
    if (origin.host.starts_with('[') && origin.host.ends_with(']'))
        origin.host = origin.host.substr(1, origin.host.size() - 2);
    return origin;
}

std::expected<Response, std::string> ask(const Origin& origin, std::string_view method,
                                         std::string_view path, std::string_view body,
                                         Duration patience) {
    const std::string where = origin.host + ":" + origin.port;
    asio::io_context io;
    error_code error;
    const auto places = tcp::resolver(io).resolve(origin.host, origin.port, error);
    if (error) return std::unexpected(where + ": " + error.message());
    beast::tcp_stream stream(io);
    http::request<http::string_body> request;
    request.method_string({method.data(), method.size()});
    request.target({path.data(), path.size()});
    request.version(11);
    request.set(http::field::host, where);
    if (!body.empty()) request.set(http::field::content_type, "application/json");
    request.body() = body;
    request.prepare_payload();
    beast::flat_buffer buffer;
    http::response<http::string_body> answer;
    const auto keep = [&](const error_code& e) { error = e; };
    stream.expires_after(std::chrono::microseconds(patience.us));
    stream.async_connect(places, [&](const error_code& e, const auto&) {
        if (e) return keep(e);
        http::async_write(stream, request, [&](const error_code& sent, std::size_t) {
            if (sent) return keep(sent);
            http::async_read(stream, buffer, answer,
                             [&](const error_code& read, std::size_t) { keep(read); });
        });
    });
    io.run();
    if (error == beast::error::timeout)
        return std::unexpected(where + " did not answer in time: is arbiterd stopped or busy?");
    if (error) return std::unexpected(where + ": " + error.message() + ": is arbiterd running?");
    Response response{answer.result_int(), std::string(answer[http::field::content_type]),
                      std::move(answer.body()), {}};
    return response;
}

}  // namespace flagfall::net
