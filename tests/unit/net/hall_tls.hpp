// A hall's authority and server certificates as files, and a client that speaks TLS.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include "common/base/now.hpp"
#include "common/net/certificate.hpp"
#include "common/net/loop.hpp"
#include "common/net/tls.hpp"
#include "common/net/transport.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"

namespace flagfall::net::test {

struct HallTls {
    HallTls() {
        const auto made = make_authority({}, wall_ms(), 3650);
        REQUIRE(made.has_value());
        authority = *made;
        ca_file = folder + "/ca.pem";
        REQUIRE(save_pem(ca_file, authority.certificate, false).has_value());
    }

    TlsFiles serve(const ServerNames& names = {{"localhost"}, {"127.0.0.1"}},
                   const std::string& as = "server") {
        const auto made = make_server_certificate(authority, names, wall_ms(), 30);
        REQUIRE(made.has_value());
        TlsFiles files{folder + "/" + as + ".pem", folder + "/" + as + ".key"};
        REQUIRE(save_pem(files.certificate, made->certificate, false).has_value());
        REQUIRE(save_pem(files.key, made->key, true).has_value());
        return files;
    }

    flagfall::test::TempFolder kept_in;
    std::string folder = kept_in.path();
    std::string ca_file;
    Credentials authority;
};

// A client's socket over TLS on the server's own loop; it reads whatever comes.
class TlsSocket {
public:
    TlsSocket(Loop& loop, std::uint16_t port, const std::string& ca_file)
        : state_(std::make_shared<State>(loop, ca_file)) {
        namespace ip = boost::asio::ip;
        state_->transport.socket().connect({ip::address_v4::loopback(), port});
        state_->transport.open("127.0.0.1", [state = state_](boost::system::error_code error) {
            state->open = !error;
            state->closed = static_cast<bool>(error);
            if (!error) State::read(state);
        });
    }
    ~TlsSocket() { hang_up(); }
    TlsSocket(const TlsSocket&) = delete;
    TlsSocket& operator=(const TlsSocket&) = delete;

    bool is_open() const { return state_->open; }
    bool is_closed() const { return state_->closed; }
    const std::string& text() const { return state_->text; }

    void send(std::string_view bytes) {
        const auto kept = std::make_shared<std::string>(bytes);
        boost::asio::async_write(
            state_->transport, boost::asio::buffer(*kept),
            [kept, state = state_](boost::system::error_code, std::size_t) {});
    }

    void hang_up() { state_->transport.close(); }

private:
    struct State {
        State(Loop& loop, const std::string& ca_file)
            : transport(boost::asio::ip::tcp::socket(loop.io()),
                        client_context({ca_file}).value()) {}
        static void read(const std::shared_ptr<State>& state) {
            state->transport.async_read_some(
                boost::asio::buffer(state->bytes),
                [state](boost::system::error_code error, std::size_t size) {
                    state->text.append(state->bytes.data(), size);
                    state->closed = static_cast<bool>(error);
                    if (!error) read(state);
                });
        }
        Transport transport;
        std::array<char, 16384> bytes{};
        std::string text;
        bool open = false;
        bool closed = false;
    };
    std::shared_ptr<State> state_;
};

}  // namespace flagfall::net::test
