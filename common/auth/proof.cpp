#include "common/auth/proof.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "common/auth/limits.hpp"
#include "common/base/check.hpp"
#include "common/base/hex.hpp"
#include "common/base/number.hpp"
#include "common/store/crypto.hpp"

namespace flagfall::auth {

namespace {

constexpr std::string_view code_digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";  // Crockford's
constexpr std::size_t code_length = 12;  // of 5 bits each

// The pieces of a message, each after its length in 8 bytes, big-endian: two different messages
// never have the same bytes.
class Pieces {
public:
    explicit Pieces(std::string_view purpose) { add(purpose); }

    Pieces& add(std::string_view piece) {
        for (int shift = 56; shift >= 0; shift -= 8)
            bytes_ += static_cast<char>(std::uint64_t{piece.size()} >> shift & 0xFF);
        bytes_ += piece;
        return *this;
    }
    Pieces& add(std::uint32_t number) { return add(std::to_string(number)); }
    Pieces& add(const Introduction& said) {
        return add(said.role).add(said.name).add(said.device).add(said.log).add(said.peer_nonce)
            .add(said.clockd_nonce);
    }
    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

const unsigned char* unsigned_bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

Key hmac(const Key& key, const Pieces& message) {
    Key out;
    unsigned int size = 0;
    const std::string& text = message.bytes();
    FF_CHECK(HMAC(EVP_sha256(), key.bytes.data(), static_cast<int>(key.bytes.size()),
                  unsigned_bytes(text), text.size(), out.bytes.data(), &size) != nullptr);
    FF_CHECK(size == out.bytes.size());
    return out;
}

std::string_view view_of(const Key& key) {
    return {reinterpret_cast<const char*>(key.bytes.data()), key.bytes.size()};
}

// A device's number, from 1.
std::optional<std::uint32_t> number_from(std::string_view digits) {
    return whole_number<std::uint32_t>(digits, 1);
}

std::string tagged(const Key& key, std::string_view purpose, const Introduction& said) {
    return hex_of(hmac(key, Pieces(purpose).add(said)));
}

}  // namespace

Key::~Key() { OPENSSL_cleanse(bytes.data(), bytes.size()); }

std::optional<Key> key_from(std::string_view hex) {
    Key key;
    if (hex.size() != 2 * key.bytes.size()) return std::nullopt;
    for (std::size_t i = 0; i < key.bytes.size(); ++i) {
        const int high = hex_value(hex[2 * i]);
        const int low = hex_value(hex[2 * i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        key.bytes[i] = static_cast<unsigned char>(16 * high + low);
    }
    return key;
}

std::string hex_of(const Key& key) { return store::hex(view_of(key)); }

std::string key_id(const Key& key) { return store::key_id(view_of(key)); }

bool is_nonce(std::string_view text) { return is_hex(text, 64); }

std::string peer_proof(const Key& key, const Introduction& said) {
    return tagged(key, "flagfall: the peer proves", said);
}

std::string clockd_proof(const Key& key, const Introduction& said) {
    return tagged(key, "flagfall: clockd proves", said);
}

bool same(std::string_view proof, std::string_view must) {
    return proof.size() == must.size() &&
           CRYPTO_memcmp(proof.data(), must.data(), must.size()) == 0;
}

Key role_key(const Key& hall, std::string_view role) {
    return hmac(hall, Pieces("flagfall: the key of a role").add(role));
}

Key tls_key(const Key& own) { return hmac(own, Pieces("flagfall: the key of TLS")); }

std::string tls_identity(const Name& name) {
    return name.device == 0 ? name.role : name.role + "/" + std::to_string(name.device);
}

std::optional<Name> name_from(std::string_view tls_identity) {
    const std::size_t slash = tls_identity.find('/');
    Name name{std::string(tls_identity.substr(0, slash)), 0};
    if (name.role.empty()) return std::nullopt;
    if (slash == tls_identity.npos) return name;
    const auto number = number_from(tls_identity.substr(slash + 1));
    if (!number) return std::nullopt;
    name.device = *number;
    return name;
}

Key device_key(const Key& hall, std::string_view log, std::uint32_t device) {
    return hmac(hall, Pieces("flagfall: the key of a device").add(log).add(device));
}

std::string enrolment_code(const Key& hall, std::string_view log, std::uint32_t device) {
    const Key bits = hmac(hall, Pieces("flagfall: the code of a device").add(log).add(device));
    std::uint64_t sixty = 0;
    for (int i = 0; i < 8; ++i) sixty = sixty << 8 | bits.bytes[static_cast<std::size_t>(i)];
    sixty >>= 4;
    std::string code = std::to_string(device);
    for (int shift = 55; shift >= 0; shift -= 5) {
        if (shift % 20 == 15) code += '-';
        code += code_digits[sixty >> shift & 31];
    }
    return code;
}

// The number of letters is fixed, so the part before them is the number.
std::optional<Code> code_from(std::string_view typed) {
    std::string all;
    for (char c : typed) {
        if (c == '-' || c == ' ') continue;
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        if (c == 'O') c = '0';
        if (c == 'I' || c == 'L') c = '1';
        if (!code_digits.contains(c)) return std::nullopt;
        all += c;
    }
    if (all.size() <= code_length) return std::nullopt;
    const std::size_t digits = all.size() - code_length;
    const auto device = number_from(std::string_view(all).substr(0, digits));
    if (!device) return std::nullopt;
    return Code{*device, all.substr(digits)};
}

Key stretched(const Code& code, std::string_view log) {
    const std::string salt = "flagfall: the code of device " + std::to_string(code.device) +
                             " in " + std::string(log);
    Key key;
    FF_CHECK(PKCS5_PBKDF2_HMAC(code.letters.data(), static_cast<int>(code.letters.size()),
                               unsigned_bytes(salt),
                               static_cast<int>(salt.size()), limits::code_rounds, EVP_sha256(),
                               static_cast<int>(key.bytes.size()), key.bytes.data()) == 1);
    return key;
}

std::string code_proof(const Key& code, const Introduction& said) {
    return tagged(code, "flagfall: the device has the code", said);
}

Key sealed(const Key& code, const Introduction& said, const Key& key) {
    Key pad = hmac(code, Pieces("flagfall: the key is sealed").add(said));
    for (std::size_t i = 0; i < pad.bytes.size(); ++i) pad.bytes[i] ^= key.bytes[i];
    return pad;
}

std::string enrolled_proof(const Key& code, const Introduction& said, std::uint32_t device,
                           Board board, const Key& sealed_key) {
    return hex_of(hmac(code, Pieces("flagfall: clockd has enrolled")
                                 .add(said)
                                 .add(device)
                                 .add(board.number)
                                 .add(hex_of(sealed_key))));
}

}  // namespace flagfall::auth
