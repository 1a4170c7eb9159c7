#include "common/net/certificate.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <memory>
#include <system_error>

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "common/base/check.hpp"
#include "common/net/counted_address.hpp"
#include "common/store/folder.hpp"

namespace flagfall::net {

namespace {

constexpr std::int64_t day_ms = 24LL * 3600 * 1000;

struct Free {
    void operator()(EVP_PKEY* p) const { EVP_PKEY_free(p); }
    void operator()(X509* p) const { X509_free(p); }
    void operator()(X509_EXTENSION* p) const { X509_EXTENSION_free(p); }
    void operator()(X509_STORE* p) const { X509_STORE_free(p); }
    void operator()(X509_STORE_CTX* p) const { X509_STORE_CTX_free(p); }
    void operator()(GENERAL_NAMES* p) const { GENERAL_NAMES_free(p); }
    void operator()(BIO* p) const { BIO_free(p); }
    void operator()(BIGNUM* p) const { BN_free(p); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

std::string bytes_of(BIO* memory) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(memory, &data);
    return {data, static_cast<std::size_t>(size)};
}

Owned<BIO> memory() {
    Owned<BIO> made(BIO_new(BIO_s_mem()));
    FF_CHECK(made);
    return made;
}

std::string pem_of(X509* certificate) {
    const auto out = memory();
    FF_CHECK(PEM_write_bio_X509(out.get(), certificate) == 1);
    return bytes_of(out.get());
}

std::string pem_of(EVP_PKEY* key) {
    const auto out = memory();
    FF_CHECK(PEM_write_bio_PrivateKey(out.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
    return bytes_of(out.get());
}

Owned<BIO> reader_of(std::string_view text) {
    Owned<BIO> made(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    FF_CHECK(made);
    return made;
}

Owned<X509> certificate_of(std::string_view pem) {
    Owned<X509> read(PEM_read_bio_X509(reader_of(pem).get(), nullptr, nullptr, nullptr));
    ERR_clear_error();
    return read;
}

Owned<EVP_PKEY> key_of(std::string_view pem) {
    Owned<EVP_PKEY> read(PEM_read_bio_PrivateKey(reader_of(pem).get(), nullptr, nullptr, nullptr));
    ERR_clear_error();
    return read;
}

bool is_name(std::string_view text) {
    if (text.starts_with("*.")) text.remove_prefix(2);
    const auto good = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '.';
    };
    return !text.empty() && text.size() <= 253 && std::ranges::all_of(text, good) &&
           text.front() != '.' && text.front() != '-' && text.back() != '.' &&
           text.find("..") == std::string_view::npos;
}

bool is_v6(const std::string& text) { return text.find(':') != std::string::npos; }

// "" or what is wrong.
std::string fault_of(const ServerNames& server) {
    for (const auto& name : server.names)
        if (!is_name(name) || is_address(name))
            return "\"" + name + "\" is not a host name such as hall.local";
    for (const auto& address : server.addresses)
        if (!is_address(address))
            return "\"" + address + "\" is not a numeric address such as 192.168.1.10";
    return "";
}

// A certificate with the fields that all of ours have, not yet signed.
Owned<X509> blank(EVP_PKEY* key, std::int64_t wall_ms, int days) {
    Owned<X509> made(X509_new());
    FF_CHECK(made);
    FF_CHECK(X509_set_version(made.get(), X509_VERSION_3) == 1);
    const Owned<BIGNUM> number(BN_new());
    FF_CHECK(number && BN_rand(number.get(), 126, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1);
    FF_CHECK(BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(made.get())) != nullptr);
    std::time_t now = wall_ms / 1000;
    FF_CHECK(X509_time_adj_ex(X509_getm_notBefore(made.get()), -1, 0, &now) != nullptr);
    FF_CHECK(X509_time_adj_ex(X509_getm_notAfter(made.get()), days, 0, &now) != nullptr);
    FF_CHECK(X509_set_pubkey(made.get(), key) == 1);
    return made;
}

void add_name(X509_NAME* to, const char* field, const std::string& value) {
    FF_CHECK(X509_NAME_add_entry_by_txt(to, field, MBSTRING_UTF8,
                                        reinterpret_cast<const unsigned char*>(value.data()),
                                        static_cast<int>(value.size()), -1, 0) == 1);
}

void extend(X509* certificate, X509* issuer, int what, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    const Owned<X509_EXTENSION> made(X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str()));
    FF_CHECK(made);
    FF_CHECK(X509_add_ext(certificate, made.get(), -1) == 1);
}

void sign(X509* certificate, EVP_PKEY* key) {
    FF_CHECK(X509_sign(certificate, key, EVP_sha256()) > 0);
}

// RFC 5280, 4.2.1.10: the names that the authority may sign.
std::string permitted(const ServerNames& also) {
    std::string text = "critical";
    for (const char* name : {"local", "lan", "internal", "home.arpa", "localhost"})
        text += std::string(",permitted;DNS:") + name;
    for (const auto& name : also.names)
        text += ",permitted;DNS:" + (name.starts_with("*.") ? name.substr(2) : name);
    for (const char* block :
         {"10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0", "192.168.0.0/255.255.0.0",
          "169.254.0.0/255.255.0.0", "127.0.0.0/255.0.0.0",
          "fc00::/fe00::", "fe80::/ffc0::", "::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"})
        text += std::string(",permitted;IP:") + block;
    for (const auto& address : also.addresses)
        text += ",permitted;IP:" + address +
                (is_v6(address) ? "/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff" : "/255.255.255.255");
    return text;
}

std::string alternatives(const ServerNames& server) {
    std::string text;
    for (const auto& name : server.names) text += (text.empty() ? "DNS:" : ",DNS:") + name;
    for (const auto& address : server.addresses) text += (text.empty() ? "IP:" : ",IP:") + address;
    return text;
}

// Would a client that trusts `authority` accept `certificate` now? "" or why not.
std::string distrust(X509* authority, X509* certificate, std::int64_t wall_ms) {
    const Owned<X509_STORE> store(X509_STORE_new());
    const Owned<X509_STORE_CTX> check(X509_STORE_CTX_new());
    FF_CHECK(store && check && X509_STORE_add_cert(store.get(), authority) == 1);
    FF_CHECK(X509_STORE_CTX_init(check.get(), store.get(), certificate, nullptr) == 1);
    X509_STORE_CTX_set_time(check.get(), 0, wall_ms / 1000);
    X509_STORE_CTX_set_purpose(check.get(), X509_PURPOSE_SSL_SERVER);
    const bool accepted = X509_verify_cert(check.get()) == 1;
    ERR_clear_error();
    if (accepted) return "";
    return X509_verify_cert_error_string(X509_STORE_CTX_get_error(check.get()));
}

std::int64_t wall_ms_of(const ASN1_TIME* time) {
    std::tm utc{};
    FF_CHECK(ASN1_TIME_to_tm(time, &utc) == 1);
    return static_cast<std::int64_t>(timegm(&utc)) * 1000;
}

std::string subject_of(X509* certificate) {
    const auto out = memory();
    X509_NAME_print_ex(out.get(), X509_get_subject_name(certificate), 0,
                       XN_FLAG_SEP_CPLUS_SPC | ASN1_STRFLGS_UTF8_CONVERT);
    return bytes_of(out.get());
}

std::string fingerprint_of(X509* certificate) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    FF_CHECK(X509_digest(certificate, EVP_sha256(), digest.data(), &size) == 1);
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
        std::array<char, 4> part{};
        std::snprintf(part.data(), part.size(), i == 0 ? "%02X" : ":%02X", digest.at(i));
        text += part.data();
    }
    return text;
}

ServerNames names_of(X509* certificate) {
    const Owned<GENERAL_NAMES> all(static_cast<GENERAL_NAMES*>(
        X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
    ServerNames found;
    for (int i = 0; all && i < sk_GENERAL_NAME_num(all.get()); ++i) {
        const GENERAL_NAME* one = sk_GENERAL_NAME_value(all.get(), i);
        const ASN1_STRING* value = one->type == GEN_DNS ? one->d.dNSName : one->d.iPAddress;
        if (one->type != GEN_DNS && one->type != GEN_IPADD) continue;
        const unsigned char* data = ASN1_STRING_get0_data(value);
        const int size = ASN1_STRING_length(value);
        if (one->type == GEN_DNS) {
            found.names.emplace_back(data, data + size);
        } else if (size == 4 || size == 16) {
            std::array<char, INET6_ADDRSTRLEN> text{};
            inet_ntop(size == 4 ? AF_INET : AF_INET6, data, text.data(), text.size());
            found.addresses.emplace_back(text.data());
        }
    }
    return found;
}

// Writes the draft, and renames it.
bool save(int file, const std::string& draft, const std::string& path, std::string_view text) {
    errno = ENOSPC;  // a short write sets no errno
    if (::write(file, text.data(), text.size()) != std::ssize(text) || ::fsync(file) != 0 ||
        ::rename(draft.c_str(), path.c_str()) != 0)
        return false;
    const auto slash = path.rfind('/');
    errno = store::sync_folder(slash == std::string::npos ? "" : path.substr(0, slash + 1));
    return errno == 0;
}

}  // namespace

std::expected<Credentials, std::string> make_authority(const ServerNames& also,
                                                       std::int64_t wall_ms, int days) {
    if (const std::string fault = fault_of(also); !fault.empty()) return std::unexpected(fault);
    const Owned<EVP_PKEY> key(EVP_EC_gen("P-256"));
    FF_CHECK(key);
    const Owned<X509> made = blank(key.get(), wall_ms, days);
    std::array<unsigned char, 4> own{};
    FF_CHECK(RAND_bytes(own.data(), own.size()) == 1);
    std::array<char, 9> number{};  // a tablet may know the authorities of several halls
    std::snprintf(number.data(), number.size(), "%02x%02x%02x%02x", own[0], own[1], own[2], own[3]);
    X509_NAME* name = X509_get_subject_name(made.get());
    add_name(name, "CN", "Flagfall hall authority " + std::string(number.data()));
    FF_CHECK(X509_set_issuer_name(made.get(), name) == 1);
    extend(made.get(), made.get(), NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
    extend(made.get(), made.get(), NID_key_usage, "critical,keyCertSign,cRLSign");
    extend(made.get(), made.get(), NID_subject_key_identifier, "hash");
    extend(made.get(), made.get(), NID_name_constraints, permitted(also));
    sign(made.get(), key.get());
    return Credentials{pem_of(made.get()), pem_of(key.get())};
}

std::expected<Credentials, std::string> make_server_certificate(const Credentials& authority,
                                                                const ServerNames& server,
                                                                std::int64_t wall_ms, int days,
                                                                std::string_view key) {
    if (const std::string fault = fault_of(server); !fault.empty()) return std::unexpected(fault);
    if (server.names.empty() && server.addresses.empty())
        return std::unexpected("give at least one name or address");
    if (days < 1 || days >= longest_certificate_days)
        return std::unexpected("a server's certificate is valid for 1 to " +
                               std::to_string(longest_certificate_days - 1) + " days");
    const Owned<X509> issuer = certificate_of(authority.certificate);
    const Owned<EVP_PKEY> issuer_key = key_of(authority.key);
    if (!issuer || !issuer_key || X509_check_private_key(issuer.get(), issuer_key.get()) != 1)
        return std::unexpected("the CA's certificate and key cannot be read or do not match");
    const Owned<EVP_PKEY> own = key.empty() ? Owned<EVP_PKEY>(EVP_EC_gen("P-256")) : key_of(key);
    if (!own) return std::unexpected("the server's key cannot be read");
    const Owned<X509> made = blank(own.get(), wall_ms, days);
    // No name here: clients read the alternative names, and the authority's limits apply to those.
    add_name(X509_get_subject_name(made.get()), "CN", "Flagfall server");
    FF_CHECK(X509_set_issuer_name(made.get(), X509_get_subject_name(issuer.get())) == 1);
    extend(made.get(), issuer.get(), NID_basic_constraints, "critical,CA:FALSE");
    extend(made.get(), issuer.get(), NID_key_usage, "critical,digitalSignature");
    extend(made.get(), issuer.get(), NID_ext_key_usage, "serverAuth");
    extend(made.get(), issuer.get(), NID_subject_key_identifier, "hash");
    extend(made.get(), issuer.get(), NID_authority_key_identifier, "keyid:always");
    extend(made.get(), issuer.get(), NID_subject_alt_name, alternatives(server));
    sign(made.get(), issuer_key.get());
    if (const std::string why = distrust(issuer.get(), made.get(), wall_ms); !why.empty())
        return std::unexpected("the CA may not sign this (" + why +
                               "): it was made for private names and addresses, and those that"
                               " were given when it was made");
    if (wall_ms_of(X509_get0_notAfter(issuer.get())) < wall_ms + days * day_ms)
        return std::unexpected("the CA expires before the certificate would");
    return Credentials{pem_of(made.get()), pem_of(own.get())};
}

std::expected<CertificateFacts, std::string> read_certificate(const std::string& pem) {
    const Owned<X509> read = certificate_of(pem);
    if (!read) return std::unexpected("this is not a certificate in PEM");
    CertificateFacts facts;
    facts.subject = subject_of(read.get());
    facts.fingerprint = fingerprint_of(read.get());
    facts.from_wall_ms = wall_ms_of(X509_get0_notBefore(read.get()));
    facts.until_wall_ms = wall_ms_of(X509_get0_notAfter(read.get()));
    facts.server = names_of(read.get());
    facts.is_authority = X509_check_ca(read.get()) == 1;
    return facts;
}

std::string tls_folder(const std::string& data_dir) { return data_dir + "/tls"; }

TlsFiles server_files(const std::string& data_dir) {
    return {tls_folder(data_dir) + "/server.pem", tls_folder(data_dir) + "/server.key"};
}

std::string authority_file(const std::string& data_dir) { return tls_folder(data_dir) + "/ca.pem"; }

std::expected<void, std::string> save_pem(const std::string& path, std::string_view text,
                                          bool secret) {
    const std::string draft = path + ".new";
    ::unlink(draft.c_str());  // left unfinished by an earlier start
    const int file =
        ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, secret ? 0600 : 0644);
    const bool saved = file >= 0 && save(file, draft, path, text);
    const std::string reason = path + ": " + std::generic_category().message(errno);
    if (file >= 0) ::close(file);
    if (!saved) ::unlink(draft.c_str());
    if (!saved) return std::unexpected(reason);
    return {};
}

}  // namespace flagfall::net
