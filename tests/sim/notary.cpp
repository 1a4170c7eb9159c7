#include "tests/sim/notary.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>

#include "common/auth/signed_head.hpp"
#include "common/base/check.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/temp_folder.hpp"

namespace flagfall::sim {

namespace {

constexpr Duration sign_every = seconds(10);

// Keys are read only from files: PKCS #8 of an Ed25519 key is 16 fixed bytes and the seed.
store::SigningKey key_of(char seed) {
    const test::TempFolder folder;
    const std::string path = folder.file("key");
    constexpr char head[] = "\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20";
    const std::string pair = std::string(head, sizeof head - 1) + std::string(32, seed);
    std::ofstream(path) << "-----BEGIN PRIVATE KEY-----\n"
                        << store::base64(pair) << "\n-----END PRIVATE KEY-----\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_read);
    auto key = store::SigningKey::load(path);
    FF_CHECK(key.has_value());
    return std::move(*key);
}

const store::SigningKey& known_key(char seed) {
    static std::mutex mutex;
    static std::map<char, store::SigningKey> keys;
    const std::lock_guard hold(mutex);
    const auto found = keys.find(seed);
    return found != keys.end() ? found->second : keys.emplace(seed, key_of(seed)).first->second;
}

}  // namespace

Notary::Notary(std::string log_id, char seed) : log_id_(std::move(log_id)), key_(known_key(seed)) {
    tenure_ = {.number = 1, .public_key = key_.public_key()};
    keys_ = store::keys_next(store::no_keys(log_id_), tenure_);
    tenure_.signature = key_.sign(store::bytes(keys_));
}

void Notary::follow(std::span<const store::Row> rows) {
    store::Sha256 hash;
    for (std::size_t at = chains_.size(); at < rows.size(); ++at)
        chains_.push_back(store::chain_next(
            hash, at > 0 ? chains_[at - 1] : store::chain_start(log_id_), rows[at]));
}

std::optional<wire::SignedHead> Notary::look(World& world, std::span<const store::Row> rows) {
    const Pos last{std::ssize(rows)};
    if (last <= signed_up_to_) return std::nullopt;
    if (signed_at_ && world.now() - *signed_at_ < sign_every) return std::nullopt;
    follow(rows);
    signed_up_to_ = last;
    signed_at_ = world.now();
    store::SignedHead head{.log_id = log_id_,
                         .pos = last,
                         .chain = chains_.back(),
                         .wall_ms = world.machine.wall_ms(world.now()),
                         .keys = keys_,
                         .public_key = key_.public_key(),
                         .signature = {}};
    head.signature = key_.sign(store::bytes(
        store::checkpoint_message(log_id_, last, head.chain, head.wall_ms, head.keys)));
    return auth::message_of(head, {&tenure_, 1});
}

std::optional<std::string> Notary::chain(std::span<const store::Row> rows, Pos pos) {
    follow(rows);
    if (pos.value < 1 || pos.value > std::ssize(chains_)) return std::nullopt;
    return store::hex(store::bytes(chains_[static_cast<std::size_t>(pos.value - 1)]));
}

void check_heads(World& world, Notary& notary, std::span<const store::Row> of,
                 std::span<const store::Row> kept_in) {
    for (const store::Row& row : kept_in) {
        if (row.type != wire::HeadKept::type) continue;
        const auto event = wire::decode_clock_event(row.type, row.body);
        const auto* kept = event ? std::get_if<wire::HeadKept>(&*event) : nullptr;
        if (!kept || kept->log != notary.log_id() || notary.chain(of, kept->pos) != kept->chain)
            world.found(Board{}, "the head that was kept is not the other log's: " + row.body);
    }
}

}  // namespace flagfall::sim
