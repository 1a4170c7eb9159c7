// TLS 1.3 under one link, between the bytes of its socket and its lines. It does not read or write
// the socket itself, so that the link keeps its own reads, with the kernel's timestamps.
// Private to the net module.
//
// It accepts only a key that both ends have beforehand, with a fresh Diffie-Hellman exchange
// (psk_dhe_ke): both have proved it when the handshake is done, recorded traffic stays secret if
// the key becomes known later, and no certificate, ticket or early data is accepted.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "common/net/psk.hpp"

namespace flagfall::net {

// The first byte of TLS (RFC 8446, 5.1): no line begins with it.
inline constexpr char tls_handshake_record = 0x16;

// The common part of the links of one server or one client.
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

    // The first bytes of the client's side, queued to be sent.
    void begin();

    enum class Taken { well, ended, broken };  // ended: the other side closed TLS

    // Takes bytes of the other side and appends the decrypted ones to `plain`. Answers of TLS are
    // queued. After broken, error() has the reason, and nothing more is accepted.
    Taken take(std::string_view raw, std::string& plain);
    const std::string& error() const { return error_; }

    // Have both sides proved the key?
    bool ready() const { return ready_; }
    // The identity that the client's side has proved; once ready.
    const std::string& identity() const { return identity_; }

    // Encrypts lines and queues them to be sent; only when ready. False if it has failed.
    bool seal(std::string_view plain);
    // Queues the message that nothing more comes from us.
    void finish();

    // The bytes that wait to be sent; sent() reports that so many of them were.
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
