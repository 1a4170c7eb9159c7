// TLS 1.3 under one link, between the bytes of its socket and its lines. It reads and writes no
// socket itself, so that the link keeps its own reads, with the kernel's timestamps.
// Private to the net module.
//
// The one way in is a key that both ends have beforehand, with a fresh Diffie-Hellman exchange
// (psk_dhe_ke): both have proved it when the handshake is done, recorded traffic stays secret if
// the key becomes known later, and no certificate, ticket or early data is accepted.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "common/net/psk.hpp"

namespace flagfall::net {

// How TLS begins (RFC 8446, 5.1): no line does.
inline constexpr char tls_handshake_record = 0x16;

// What the links of one server or one client share.
class LineTlsContext {
public:
    static std::shared_ptr<LineTlsContext> serving(PskLookup lookup);
    static std::shared_ptr<LineTlsContext> calling(Psk psk);

    ~LineTlsContext();
    LineTlsContext(const LineTlsContext&) = delete;
    LineTlsContext& operator=(const LineTlsContext&) = delete;

    struct Inside;
    Inside& inside() { return *inside_; }

private:
    explicit LineTlsContext(std::unique_ptr<Inside> inside);
    std::unique_ptr<Inside> inside_;
};

class LineTls {
public:
    explicit LineTls(std::shared_ptr<LineTlsContext> context);
    ~LineTls();
    LineTls(const LineTls&) = delete;
    LineTls& operator=(const LineTls&) = delete;

    // The calling side's first words; they wait to be sent.
    void begin();

    enum class Taken { well, ended, broken };  // ended: the other side said so

    // Takes in what came from the other side and adds what it says to `plain`. What is to be sent
    // in answer waits. After broken, error() says why, and nothing more is taken.
    Taken take(std::string_view raw, std::string& plain);
    const std::string& error() const { return error_; }

    // Both sides have proved the key.
    bool ready() const { return ready_; }
    // Of the calling side, as it has proved; once ready.
    const std::string& identity() const { return identity_; }

    // Seals lines, which then wait to be sent; only when ready. False when it has failed.
    bool seal(std::string_view plain);
    // Says that nothing more comes from us.
    void finish();

    // What waits to be sent, and that so many bytes of it were.
    std::string_view waiting() const { return std::string_view(out_).substr(sent_); }
    void sent(std::size_t bytes);

private:
    friend LineTlsContext;
    struct State;
    bool shake();
    void collect();
    Taken broken();

    std::shared_ptr<LineTlsContext> context_;
    std::unique_ptr<State> state_;
    std::string identity_;
    std::string error_;
    std::string out_;
    std::size_t sent_ = 0;
    bool ready_ = false;
};

}  // namespace flagfall::net
