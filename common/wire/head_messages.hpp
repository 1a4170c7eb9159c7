// Heads of logs: one daemon sends the other the end of its log, and the other keeps
// it, so that neither log can be cut or rewritten unnoticed, even with its key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"

namespace flagfall::wire {

// A change of a log's key, as in its row of signing_key. Texts are hexadecimal, so that the signed
// content arrives unchanged.
struct KeyChange {
    std::int64_t number = 0;
    std::string key;  // public, 64 digits
    Pos since;
    std::string chain;
    std::optional<Pos> gap_from{};
    std::string said_by;
    std::string reason;
    std::int64_t wall_ms = 0;
    std::string signature;
    friend bool operator==(const KeyChange&, const KeyChange&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("number", m.number);
        v("public_key", m.key);
        v("since", m.since);
        v("chain", m.chain);
        v.maybe("gap_from", m.gap_from);
        v.maybe("said_by", m.said_by);
        v.maybe("reason", m.reason);
        v("wall_ms", m.wall_ms);
        v("signature", m.signature);
    }
};

// The last row of the sender's log that its key has signed. It gets no answer. `changes`: the last
// changes of the key, so that a reader with an earlier key can follow them to this one.
struct SignedHead {
    static constexpr std::string_view type = "signed_head";
    std::string log;
    Pos pos;
    std::string chain;        // 64 hexadecimal digits
    std::int64_t wall_ms = 0;  // when it was signed
    std::string keys;         // the digest of the log's keys
    std::string key;          // public, 64 digits
    std::string signature;    // 128 digits
    std::string keys_before;  // the digest before the first of `changes`
    std::vector<KeyChange> changes;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("log", m.log);
        v("pos", m.pos);
        v("chain", m.chain);
        v("wall_ms", m.wall_ms);
        v("keys", m.keys);
        v("public_key", m.key);
        v("signature", m.signature);
        v.maybe("keys_before", m.keys_before);
        v.maybe("changes", m.changes);
    }
};

// The head of the other daemon's log, as its key signed it. As an event, it is chained and signed
// with the key of the log that keeps it.
struct HeadKept {
    static constexpr std::string_view type = "head_kept";
    std::string log;
    Pos pos;
    std::string chain;
    std::int64_t wall_ms = 0;
    std::string key;       // the fingerprint
    bool by_word = false;  // no earlier key signed this one: a person accepted a gap
    bool of_frames = false;  // a gateway's log of frames, not arbiterd's record
    friend bool operator==(const HeadKept&, const HeadKept&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("log", m.log);
        v("pos", m.pos);
        v("chain", m.chain);
        v("wall_ms", m.wall_ms);
        v("key", m.key);
        v.maybe("by_word", m.by_word);
        v.maybe("of_frames", m.of_frames);
    }
};

}  // namespace flagfall::wire
