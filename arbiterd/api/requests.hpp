// The API's own request bodies, as in schemas/api. `describe` uses the usual field names; JSON has
// them in camelCase (common/wire/names.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/score.hpp"
#include "common/wire/codec_reader.hpp"
#include "common/wire/event_messages.hpp"

namespace flagfall::api {

struct NewEvent {
    std::string id;
    std::string by;
    std::string reason;
    wire::EventInfo info;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v.maybe("by", m.by);
        v.maybe("reason", m.reason);
        v("info", m.info);
    }
};

struct EventChange {
    std::string by;
    std::string reason;
    std::string confirm;
    wire::EventInfo info;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("by", m.by);
        v.maybe("reason", m.reason);
        v.maybe("confirm", m.confirm);
        v("info", m.info);
    }
};

// A result for a board without a Flagfall clock.
struct GivenResult {
    Score score;
    wire::ResultKind kind = wire::ResultKind::played;
    std::string article;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("score", m.score);
        v.maybe("kind", m.kind);
        v.maybe("article", m.article);
    }
};

struct ResultEntry {
    std::string by;
    std::string reason;
    std::string confirm;
    wire::OrNull<GivenResult> result;  // null withdraws it

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("by", m.by);
        v.maybe("reason", m.reason);
        v.maybe("confirm", m.confirm);
        v("result", m.result);
    }
};

struct Acknowledgement {
    std::int64_t revision = 0;
    std::string consumer;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("revision", m.revision);
        v.maybe("consumer", m.consumer);
    }
};

struct NewWebhook {
    std::string url;
    std::string event;
    std::vector<std::string> types;
    bool all = false;
    std::optional<std::int64_t> after;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("url", m.url);
        v("event", m.event);
        v.maybe("types", m.types);
        v.maybe("all", m.all);
        v.maybe("after", m.after);
    }
};

struct LogIn {
    std::string name;
    std::string password;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("name", m.name);
        v("password", m.password);
    }
};

// Takes a case at a board, or hands it back.
struct CaseChange {
    bool taken = false;
    std::string by;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("taken", m.taken);
        v.maybe("by", m.by);
    }
};

struct NewPerson {
    std::string name;
    std::string role;
    std::vector<std::string> sectors;
    std::string password;
    std::string pin;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("name", m.name);
        v("role", m.role);
        v.maybe("sectors", m.sectors);
        v("password", m.password);
        v.maybe("pin", m.pin);
    }
};

// Fields that are left out stay as they are.
struct PersonChange {
    std::string password;
    std::string old_password;
    std::string pin;
    std::optional<std::string> role;
    std::optional<std::vector<std::string>> sectors;
    std::optional<bool> disabled;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("password", m.password);
        v.maybe("old_password", m.old_password);
        v.maybe("pin", m.pin);
        v.maybe("role", m.role);
        v.maybe("sectors", m.sectors);
        v.maybe("disabled", m.disabled);
    }
};

struct NewToken {
    std::string name;
    std::string role;
    std::string event;
    std::vector<std::string> sectors;
    std::optional<std::int64_t> expires_in_s;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("name", m.name);
        v("role", m.role);
        v.maybe("event", m.event);
        v.maybe("sectors", m.sectors);
        v.maybe("expires_in_s", m.expires_in_s);
    }
};

}  // namespace flagfall::api
