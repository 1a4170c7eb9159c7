#include "common/store/crypto.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

#include <fstream>
#include <optional>
#include <utility>

#include "common/base/ascii.hpp"
#include "common/base/check.hpp"
#include "common/base/hex.hpp"
#include "common/store/secret_file.hpp"

namespace flagfall::store {

namespace {

constexpr std::size_t public_key_bytes = 32;
constexpr std::size_t private_key_bytes = 32;
constexpr std::size_t fingerprint_digits = 32;
constexpr std::size_t signature_bytes = 64;

const unsigned char* unsigned_bytes(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

struct Close {
    void operator()(EVP_MD_CTX* p) const { EVP_MD_CTX_free(p); }
    void operator()(EVP_MD* p) const { EVP_MD_free(p); }
    void operator()(EVP_PKEY* p) const { EVP_PKEY_free(p); }
    void operator()(BIO* p) const { BIO_free(p); }
};
template <class T>
using Owned = std::unique_ptr<T, Close>;

KeyError key_error(const std::string& path, const std::string& what) {
    return {"signing key " + path + ": " + what};
}

// The PEM text of a private key, not encrypted: the file's mode protects it.
std::string pem_of(EVP_PKEY* key) {
    const Owned<BIO> memory(BIO_new(BIO_s_mem()));
    FF_CHECK(memory);
    FF_CHECK(PEM_write_bio_PrivateKey(memory.get(), key, nullptr, nullptr, 0, nullptr, nullptr));
    char* data = nullptr;
    const long size = BIO_get_mem_data(memory.get(), &data);
    return {data, static_cast<std::size_t>(size)};
}

}  // namespace

std::string_view bytes(const Digest& digest) {
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// --- SHA-256 ---

namespace {

// Looked up once: the lookup costs more than the hash of a command.
const EVP_MD* sha256_kind() {
    static const Owned<EVP_MD> kind(EVP_MD_fetch(nullptr, "SHA256", nullptr));
    return kind.get();
}

}  // namespace

struct Sha256::Context {
    Owned<EVP_MD_CTX> state{EVP_MD_CTX_new()};

    void start() { FF_CHECK(EVP_DigestInit_ex2(state.get(), sha256_kind(), nullptr)); }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
    FF_CHECK(sha256_kind() != nullptr && context_->state);
    context_->start();
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256& Sha256::raw(std::string_view bytes) {
    FF_CHECK(EVP_DigestUpdate(context_->state.get(), bytes.data(), bytes.size()));
    return *this;
}

Sha256& Sha256::integer(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    char out[8];
    for (int i = 0; i < 8; ++i) out[i] = static_cast<char>(bits >> (56 - 8 * i));
    return raw({out, sizeof out});
}

Sha256& Sha256::text(std::string_view bytes) {
    return integer(static_cast<std::int64_t>(bytes.size())).raw(bytes);
}

Digest Sha256::finish() {
    Digest digest{};
    FF_CHECK(EVP_DigestFinal_ex(context_->state.get(), digest.data(), nullptr));
    context_->start();
    return digest;
}

Digest sha256(std::string_view bytes) { return Sha256{}.raw(bytes).finish(); }

Digest hmac_sha256(std::string_view key, std::string_view bytes) {
    Digest digest{};
    unsigned size = 0;
    FF_CHECK(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), unsigned_bytes(bytes),
                  bytes.size(), digest.data(), &size));
    FF_CHECK(size == digest.size());
    return digest;
}

std::string base64(std::string_view bytes) {
    std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP writes a NUL at the end
    const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                     unsigned_bytes(bytes), static_cast<int>(bytes.size()));
    out.resize(static_cast<std::size_t>(size));
    return out;
}

std::string random_bytes(std::size_t count) {
    std::string raw(count, '\0');
    FF_CHECK(RAND_bytes(reinterpret_cast<unsigned char*>(raw.data()), static_cast<int>(count)));
    return raw;
}

std::string random_hex(std::size_t count) { return hex(random_bytes(count)); }

bool same_secret(std::string_view a, std::string_view b) {
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

// --- Ed25519 ---

struct SigningKey::Pair {
    Owned<EVP_PKEY> key;
};

SigningKey::SigningKey(std::unique_ptr<Pair> pair) : pair_(std::move(pair)) {
    std::size_t size = public_key_bytes;
    public_key_.resize(size);
    auto* out = reinterpret_cast<unsigned char*>(public_key_.data());
    FF_CHECK(EVP_PKEY_get_raw_public_key(pair_->key.get(), out, &size));
    FF_CHECK(size == public_key_bytes);
}
SigningKey::~SigningKey() = default;
SigningKey::SigningKey(SigningKey&&) noexcept = default;
SigningKey& SigningKey::operator=(SigningKey&&) noexcept = default;

std::expected<SigningKey, KeyError> SigningKey::load(const std::string& path) {
    auto text = read_secret(path);
    if (!text) return std::unexpected(key_error(path, text.error().text));
    const Owned<BIO> memory(BIO_new_mem_buf(text->data(), static_cast<int>(text->size())));
    Owned<EVP_PKEY> key(PEM_read_bio_PrivateKey(memory.get(), nullptr, nullptr, nullptr));
    OPENSSL_cleanse(text->data(), text->size());
    if (!key || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) {
        return std::unexpected(key_error(path, "is not an Ed25519 private key in PEM"));
    }
    return SigningKey(std::make_unique<Pair>(std::move(key)));
}

std::expected<SigningKey, KeyError> SigningKey::create(const std::string& path) {
    Owned<EVP_PKEY> key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
    FF_CHECK(key);
    const std::string failure = write_new_secret(path, pem_of(key.get()));
    if (!failure.empty()) {
        return std::unexpected(key_error(path, "cannot be written: " + failure));
    }
    return SigningKey(std::make_unique<Pair>(std::move(key)));
}

std::string SigningKey::sign(std::string_view message) const {
    const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
    std::string signature(signature_bytes, '\0');
    std::size_t size = signature.size();
    FF_CHECK(EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, pair_->key.get()) == 1);
    FF_CHECK(EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()),
                            &size, unsigned_bytes(message), message.size()) == 1);
    FF_CHECK(size == signature_bytes);
    return signature;
}

std::string SigningKey::head_secret() const {
    std::string seed(private_key_bytes, '\0');
    std::size_t size = seed.size();
    auto* out = reinterpret_cast<unsigned char*>(seed.data());
    FF_CHECK(EVP_PKEY_get_raw_private_key(pair_->key.get(), out, &size) == 1);
    FF_CHECK(size == private_key_bytes);
    const Digest secret = hmac_sha256(seed, "flagfall head secret 1");
    OPENSSL_cleanse(seed.data(), seed.size());
    return std::string(bytes(secret));
}

std::string key_id(std::string_view key) {
    return hex(bytes(sha256(key))).substr(0, 16);
}

std::string fingerprint(std::string_view public_key) {
    return hex(bytes(sha256(public_key))).substr(0, fingerprint_digits);
}

std::string spaced(std::string_view fingerprint) {
    std::string text;
    for (std::size_t i = 0; i < fingerprint.size(); ++i) {
        if (i > 0 && i % 4 == 0) text += ' ';
        text += fingerprint[i];
    }
    return text;
}

namespace {

// Lower-case digits without the separators that people write; empty if there is anything else.
std::optional<std::string> digits_of(std::string_view text) {
    std::string digits;
    for (const char c : text) {
        if (c == ' ' || c == ':' || c == '-' || c == '\n' || c == '\r') continue;
        if (hex_value(c) < 0) return std::nullopt;
        digits += lower(c);
    }
    return digits;
}

std::optional<std::string> fingerprint_in(std::string_view text) {
    const auto digits = digits_of(text);
    if (!digits) return std::nullopt;
    if (digits->size() == fingerprint_digits) return digits;
    if (digits->size() != 2 * public_key_bytes) return std::nullopt;
    return fingerprint(*bytes_of_hex(*digits));
}

// Of a key in PEM, public or private.
std::optional<std::string> fingerprint_in_pem(std::string_view text) {
    const auto memory = [&] {
        return Owned<BIO>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    };
    Owned<EVP_PKEY> key(PEM_read_bio_PUBKEY(memory().get(), nullptr, nullptr, nullptr));
    if (!key) key.reset(PEM_read_bio_PrivateKey(memory().get(), nullptr, nullptr, nullptr));
    if (!key || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) return std::nullopt;
    std::string raw(public_key_bytes, '\0');
    std::size_t size = raw.size();
    auto* out = reinterpret_cast<unsigned char*>(raw.data());
    FF_CHECK(EVP_PKEY_get_raw_public_key(key.get(), out, &size) == 1);
    return fingerprint(raw);
}

}  // namespace

std::expected<std::string, KeyError> fingerprint_of(const std::string& text) {
    if (const auto named = fingerprint_in(text)) return *named;
    std::ifstream file(text, std::ios::binary);
    if (!file.is_open())
        return std::unexpected(KeyError{
            text + ": it is neither a fingerprint (32 hexadecimal digits), nor a public key (64), "
                   "nor a file that can be read"});
    std::string content(4096, '\0');
    file.read(content.data(), static_cast<std::streamsize>(content.size()));
    content.resize(static_cast<std::size_t>(file.gcount()));
    if (const auto named = fingerprint_in(content)) return *named;
    if (const auto named = fingerprint_in_pem(content)) return *named;
    return std::unexpected(
        KeyError{text + ": it holds no Ed25519 key and no fingerprint; name another file"});
}

bool signature_holds(std::string_view public_key, std::string_view message,
                     std::string_view signature) {
    if (public_key.size() != public_key_bytes || signature.size() != signature_bytes) return false;
    const Owned<EVP_PKEY> key(EVP_PKEY_new_raw_public_key(
        EVP_PKEY_ED25519, nullptr, unsigned_bytes(public_key), public_key.size()));
    if (!key) return false;
    const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
    FF_CHECK(EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1);
    return EVP_DigestVerify(context.get(), unsigned_bytes(signature), signature.size(),
                            unsigned_bytes(message), message.size()) == 1;
}

}  // namespace flagfall::store
