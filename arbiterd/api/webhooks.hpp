// Webhooks: sends each change of an event to the addresses that asked for it, signed, in order, at
// least once. The table `change` is the outbox: it is written in the transaction of the event, and
// a webhook is a cursor on it.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/api/feed.hpp"
#include "common/net/http_message.hpp"
#include "common/net/loop.hpp"
#include "common/net/public_address.hpp"
#include "common/store/sqlite.hpp"

namespace flagfall::api {

// Who is responsible for a webhook: one that sends everything stops when they may no longer read
// everything. One of the two is empty.
struct Maker {
    std::string token;   // its id
    std::string person;  // their id
};

struct Webhook {
    std::string id;
    std::string url;
    std::string event;
    std::vector<std::string> types;  // of changes; empty: all
    std::string by;                  // who created it, or took it over
    Maker maker;
    std::int64_t created_ms = 0;
    bool all = false;                // also changes that are not public
    bool active = true;              // false: paused, or the server answered 410 Gone
    Pos cursor;                      // sent up to here
    std::uint32_t attempts = 0;      // of the next change, so far
    std::int64_t next_ms = 0;        // no attempt before
    std::string last_error;
    std::int64_t dead = 0;           // changes that were given up
};

struct DeadLetter {
    Pos pos;
    std::int64_t at_ms = 0;
    std::uint32_t attempts = 0;
    std::string error;
};

// Sends one POST; calls back with the answer's status, or (for logs) why there is
// none.
using Sent = std::function<void(std::expected<unsigned, std::string>)>;
using Sender = std::function<void(const std::string& url, const net::Headers& headers,
                                  const std::string& body, Sent done)>;

// "v1,BASE64": the header webhook-signature, over "ID.SECONDS.BODY", keyed with the secret's bytes.
std::string webhook_signature(std::string_view secret, std::string_view id,
                              std::int64_t timestamp_s, std::string_view body);

struct WebhookLimits {
    std::uint32_t attempts = 12;          // then it is a dead letter
    Duration first_wait = seconds(1);     // doubled with each attempt
    Duration longest_wait = seconds(600);
    bool public_moves = true;  // hooks that do not get all get moves and clocks, too
    std::vector<net::HostOrRange> allow = {};  // of the own network
};

// May a webhook go to this host at this address? To public ones, and to those that are allowed:
// never to other servers on this machine or in its network, only because somebody entered their
// address.
bool may_go_to(const WebhookLimits& limits, std::string_view host, std::string_view address);

class Webhooks {
public:
    // Keeps its state in DIR/webhooks.db, mode 0600: signing needs the secrets themselves.
    static std::expected<std::unique_ptr<Webhooks>, std::string> open(
        net::Loop& loop, const std::string& data_dir, ChangeSource source, Sender sender,
        const WebhookLimits& limits);

    // The only call that returns the secret: "whsec_...".
    struct Made {
        Webhook hook;
        std::string secret;
    };
    std::expected<Made, std::string> create(Webhook wanted, Pos from);
    bool remove(const std::string& id);
    std::vector<Webhook> list();
    std::optional<Webhook> find(const std::string& id);
    std::vector<DeadLetter> dead_letters(const std::string& id);
    // Sends every dead letter again, and goes on at once with what waits. The caller is responsible
    // for the webhook from now on.
    bool retry(const std::string& id, const std::string& by, const Maker& maker);
    // Stops those that send what is not for spectators and whose maker has lost the right to it:
    // `lost` gives the reason, which last_error shows, or nothing. Nothing is skipped meanwhile.
    void recheck(const std::function<std::optional<std::string>(const Maker&)>& lost);

    // The header flagfall-head of each delivery: where the record was signed last
    // (record::proof_text). A receiver that keeps it can show later that the record was not cut.
    void set_head_source(std::function<std::string()> source) { head_ = std::move(source); }

    // There may be something new up to this position.
    void committed(Pos up_to);
    void close();

private:
    Webhooks(net::Loop& loop, std::unique_ptr<store::Database> database, ChangeSource source,
             Sender sender, const WebhookLimits& limits);
    void tick();
    void report_error();
    void pump();
    void pump(const Webhook& hook);
    std::optional<Change> next_of(Webhook& hook);
    std::optional<Change> dead_again(const std::string& id);
    void send(const Webhook& hook, const Change& change, bool again);
    void sent(const std::string& id, Pos pos, bool again,
              const std::expected<unsigned, std::string>& answer);
    void failed(const Webhook& hook, Pos pos, bool again, const std::string& why);
    std::string secret_of(const std::string& id);

    net::Loop& loop_;
    std::unique_ptr<store::Database> database_;
    ChangeSource source_;
    std::function<std::string()> head_;
    Sender sender_;
    WebhookLimits limits_;
    Pos last_;
    std::map<std::string, Pos> under_way_;  // by webhook
    std::string reported_;  // the file's error that was logged last
    bool closed_ = false;
    net::Timer timer_;
};

}  // namespace flagfall::api
