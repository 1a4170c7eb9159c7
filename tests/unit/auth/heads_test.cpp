// Heads of the other daemon's log: which are sent, which are trusted, and how often.
#include "common/auth/heads.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "common/auth/limits.hpp"
#include "common/auth/signed_head.hpp"
#include "common/store/crypto.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;
using namespace flagfall::auth;
using namespace flagfall::store::testing;

namespace {

constexpr Duration minute = milliseconds(limits::head_every_ms);

// A daemon's log, as shown by its head.
struct Daemon {
    const TempFolder folder;
    std::string path = folder.file("a.db");
    std::int64_t rows = 0;

    // Writes rows and returns the head, as the daemon would send it to a new peer.
    wire::SignedHead head(std::int64_t more = 3) {
        std::optional<store::SignedHead> last;
        store::StoreOptions options;
        options.path = path;
        options.on_signed = [&](const store::SignedHead& found) { last = found; };
        auto store = must_open(std::move(options));
        const std::vector<store::Tenure> keys = store::read_tenures(store->database());
        store->start();
        must_append(*store, sample_rows(rows + 1, more));
        rows += more;
        store->close();
        REQUIRE(last);
        return message_of(*last, keys);
    }
    void rotate() { REQUIRE(store::rotate_key({.path = path}, {"Anna", "\xff not UTF-8"})); }
    // The key is lost, and a person continues with another one.
    void lose_key() {
        std::filesystem::remove(path + ".key");
        store::StoreOptions options;
        options.path = path;
        options.accept_gap = store::Word{"Anna", "the stick broke"};
        must_open(std::move(options));
    }
};

struct Keeper {
    HeadsKept heads;
    Instant now{1};

    // The recorded head; "" if there is none, otherwise the error.
    std::string take(const wire::SignedHead& head, wire::HeadKept* kept = nullptr) {
        now = now + minute;
        const auto taken = heads.take(head, now);
        if (!taken) return taken.error();
        if (*taken && kept) *kept = **taken;
        return *taken ? "kept" : "";
    }
};

}  // namespace

TEST_CASE("a head is kept once, with the fingerprint of its key") {
    Daemon daemon;
    Keeper keeper;
    wire::HeadKept kept;
    const wire::SignedHead head = daemon.head();
    REQUIRE(keeper.take(head, &kept) == "kept");
    CHECK(kept.log == head.log);
    CHECK(kept.pos == Pos{3});
    CHECK(kept.chain == head.chain);
    CHECK(kept.key.size() == 32);
    CHECK_FALSE(kept.by_word);
    CHECK(keeper.take(head).empty());
    Keeper again;  // after a restart
    again.heads.replay(kept);
    CHECK(again.take(head).empty());
    CHECK(again.take(daemon.head()) == "kept");
}

TEST_CASE("a head is kept in one form, however it was written") {
    Daemon daemon;
    Keeper keeper;
    const wire::SignedHead head = daemon.head();
    wire::SignedHead loud = head;
    std::ranges::transform(loud.chain, loud.chain.begin(), [](unsigned char c) {
        return static_cast<char>(std::toupper(c));
    });
    wire::HeadKept kept;
    REQUIRE(keeper.take(loud, &kept) == "kept");
    CHECK(kept.chain == head.chain);
}

TEST_CASE("a head that its key did not sign is not believed") {
    Daemon daemon;
    Keeper keeper;
    const wire::SignedHead head = daemon.head();
    const auto changed = [&](auto change) {
        wire::SignedHead other = head;
        change(other);
        return keeper.take(other);
    };
    for (const std::string& said :
         {changed([](auto& h) { ++h.pos.value; }), changed([](auto& h) { h.log = "another"; }),
          changed([](auto& h) { ++h.wall_ms; }), changed([](auto& h) { h.chain[0] ^= 1; }),
          changed([](auto& h) { h.keys = std::string(64, '0'); }),
          changed([](auto& h) { h.key = "zz"; }), changed([](auto& h) { h.signature.clear(); }),
          changed([](auto& h) { h.signature += "0"; })})
        CHECK(said == "its signature does not fit");
    CHECK(keeper.take(head) == "kept");
}

TEST_CASE("another key of the same log is believed when an earlier one signed it") {
    Daemon daemon;
    Keeper keeper;
    REQUIRE(keeper.take(daemon.head()) == "kept");
    const int rotations = GENERATE(1, 3);
    for (int i = 0; i < rotations; ++i) daemon.rotate();
    wire::SignedHead head = daemon.head();
    CHECK(head.changes.size() == static_cast<std::size_t>(rotations) + 1);
    const auto refused = [&](auto change) {
        wire::SignedHead other = head;
        change(other);
        CHECK(keeper.take(other).starts_with("it is signed with key"));
    };
    refused([](auto& h) { h.changes.clear(); });
    refused([](auto& h) { h.changes.erase(h.changes.begin()); });
    refused([](auto& h) { h.changes.back().signature = std::string(128, '0'); });
    refused([](auto& h) { h.changes.back().reason = "00"; });
    refused([](auto& h) { h.keys_before = std::string(64, '0'); });
    wire::HeadKept kept;
    REQUIRE(keeper.take(head, &kept) == "kept");
    CHECK_FALSE(kept.by_word);
}

TEST_CASE("too many changes while the other was away: it does not guess") {
    Daemon daemon;
    Keeper keeper;
    REQUIRE(keeper.take(daemon.head()) == "kept");
    for (std::size_t i = 0; i < limits::key_changes_shown; ++i) daemon.rotate();
    CHECK(keeper.take(daemon.head()).starts_with("it is signed with key"));
}

TEST_CASE("the last key changes are enough when the key before them is known") {
    Daemon daemon;
    Keeper keeper;
    daemon.head();
    for (std::size_t i = 0; i < 2; ++i) daemon.rotate();
    REQUIRE(keeper.take(daemon.head()) == "kept");
    for (std::size_t i = 0; i + 1 < limits::key_changes_shown; ++i) daemon.rotate();
    const wire::SignedHead head = daemon.head();
    CHECK(head.changes.size() == limits::key_changes_shown);
    CHECK(keeper.take(head) == "kept");
}

TEST_CASE("a stranger's log with the same name is not believed") {
    Daemon daemon;
    Keeper keeper;
    const wire::SignedHead head = daemon.head();
    REQUIRE(keeper.take(head) == "kept");
    Daemon forger;
    forger.head();
    // Its own signature, over the true log's name, with the true log's keys.
    wire::SignedHead forged = forger.head();
    forged.log = head.log;
    const auto key = store::SigningKey::load(forger.path + ".key");
    REQUIRE(key);
    store::Digest zero{};
    forged.chain = forged.keys = std::string(64, '0');
    forged.signature = store::hex(key->sign(store::bytes(
        store::checkpoint_message(forged.log, forged.pos, zero, forged.wall_ms, zero))));
    CHECK(keeper.take(forged).starts_with("it is signed with key"));
    forged.changes = head.changes;
    forged.keys_before = head.keys_before;
    CHECK(keeper.take(forged).starts_with("it is signed with key"));
    CHECK(keeper.take(daemon.head()) == "kept");
}

TEST_CASE("a key that a person vouched for is kept as that, and the old one stays") {
    Daemon daemon;
    Keeper keeper;
    REQUIRE(keeper.take(daemon.head()) == "kept");
    daemon.lose_key();
    wire::HeadKept kept;
    REQUIRE(keeper.take(daemon.head(), &kept) == "kept");
    CHECK(kept.by_word);
    daemon.rotate();  // signed, but by a key that a person accepted
    REQUIRE(keeper.take(daemon.head(), &kept) == "kept");
    CHECK(kept.by_word);
}

TEST_CASE("the record does not fill with heads") {
    Daemon daemon;
    HeadsKept heads;
    std::size_t kept = 0;
    for (int i = 0; i < 20; ++i) {
        const auto taken = heads.take(daemon.head(1), {1});
        REQUIRE(taken);
        if (*taken) ++kept;
    }
    CHECK(kept == static_cast<std::size_t>(limits::heads_kept_at_once));
}

TEST_CASE("heads of a few logs are kept, and of no more") {
    Keeper keeper;
    for (std::size_t i = 0; i < limits::logs_kept; ++i)
        REQUIRE(keeper.take(Daemon().head()) == "kept");
    CHECK(keeper.take(Daemon().head()).starts_with("heads of 8 other logs"));
}

TEST_CASE("a head is sent with news only, and not more often than once a minute") {
    wire::SignedHead head;
    head.pos = {5};
    HeadsSent sent;
    CHECK_FALSE(sent.greeting({}));
    sent.row("pressed", {5});
    sent.is_signed(head);
    REQUIRE(sent.due({1}));
    CHECK_FALSE(sent.due(Instant{1} + minute));  // it was sent
    sent.row("pressed", {6});
    CHECK_FALSE(sent.due(Instant{1} + minute));  // not signed
    head.pos = {6};
    sent.is_signed(head);
    CHECK_FALSE(sent.due(Instant{1} + minute - microseconds(1)));
    REQUIRE(sent.due(Instant{1} + minute));
    sent.row(wire::HeadKept::type, {7});  // the other log's: nothing new
    head.pos = {7};
    sent.is_signed(head);
    CHECK_FALSE(sent.due(Instant{1} + minute + minute));
    CHECK(sent.greeting(Instant{1} + minute)->pos == Pos{7});  // a new peer gets it nevertheless
}
