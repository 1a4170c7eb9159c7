// The HTTP API: from a request through its route and the access checks to an answer. It reads only
// committed rows. Acts go to arbiterd's loop and are answered when they are durable.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arbiterd/access/access.hpp"
#include "arbiterd/api/call.hpp"
#include "arbiterd/api/away.hpp"
#include "arbiterd/api/cases.hpp"
#include "arbiterd/api/document.hpp"
#include "arbiterd/api/feed.hpp"
#include "arbiterd/api/health.hpp"
#include "arbiterd/api/rate.hpp"
#include "arbiterd/api/webhooks.hpp"
#include "arbiterd/record/committed_tournaments.hpp"
#include "arbiterd/record/kept_hall.hpp"
#include "arbiterd/record/kept_rounds.hpp"
#include "arbiterd/record/record.hpp"
#include "arbiterd/service/act.hpp"
#include "arbiterd/service/equipment.hpp"
#include "common/net/hosts.hpp"
#include "common/net/http.hpp"
#include "common/net/loop.hpp"
#include "common/net/worker.hpp"
#include "common/web/pages.hpp"

namespace flagfall::api {

// Sends acts to arbiterd's loop; answers arrive on the API's loop when they are durable.
using Actor = std::function<void(arbiterd::Act, arbiterd::Permit, arbiterd::Answered)>;
// Requests the hall's equipment from clockd; the list arrives on the API's loop.
using EquipmentAsker = std::function<void(arbiterd::EquipmentAnswered)>;
using AwayAsker = std::function<void(arbiterd::AwayAnswered)>;

// What the API uses of the service, which has its own loop.
struct Service {
    Actor act;
    EquipmentAsker equipment;
    AwayAsker away;
};

struct Options {
    std::string data_dir;
    std::string vega_codes;             // of .res, "1-0=1,0-1=2,..."; empty: the usual ones
    std::int64_t public_delay_s = 0;    // spectators see moves and results this much later
    RateLimits rate;
    FeedLimits feed;
    WebhookLimits hooks;
    std::string authority;              // PEM of the own authority, for GET /ca.pem
    std::string security_contact;       // a URI, for GET /.well-known/security.txt; or empty
    net::Hosts hosts;                   // the names that this server answers to
    std::string pages_folder;           // read the pages from there; empty: those of the program
};

class Api {
public:
    Api(net::Loop& the_loop, record::Record the_record, access::Access& the_access,
        Service the_service, const Health& the_health, Options the_options, Sender sender);
    // Opens webhooks.db; call before the first request. The error says what to do.
    std::optional<std::string> open_webhooks();

    // Checks the head of a request, on the loop's thread: who the caller is, whether they are
    // allowed, and what body they may send.
    net::Admission admit(const net::Request& head);
    // One request, on the loop's thread.
    void handle(const std::shared_ptr<net::Exchange>& exchange);
    // Everything up to this position of arbiterd's log is durable.
    void committed(Pos up_to);
    // Ends all streams with a last message; call before the server stops.
    void close();

    // --- for the handlers ---

    // Does this caller see moves and clocks with a delay? All except arbiters do, if the hall has
    // set one.
    bool delayed(const access::Identity& who) const;
    // The newest wall-clock instant that this caller may see; nothing without a delay.
    std::optional<std::int64_t> shown_until(const access::Identity& who) const;
    // Runs costly work on a separate thread, one job at a time, and then `then` here with its
    // result. False, with nothing done, when too many jobs wait. The job must hold copies, nothing
    // of ours.
    template <class Result>
    bool aside(std::function<Result()> job, std::function<void(const Result&)> then) {
        const std::uint64_t number = ++asides_;
        waiting_[number] = [then = std::move(then)](const std::shared_ptr<void>& result) {
            then(*std::static_pointer_cast<Result>(result));
        };
        const bool taken = reader_.add([this, number, job = std::move(job)]() -> net::Task {
            std::shared_ptr<void> result;
            try {
                result = std::make_shared<Result>(job());
            } catch (const std::exception& error) {
                return [this, number, why = std::string(error.what())] { failed(number, why); };
            }
            return [this, number, result = std::move(result)] { came(number, result); };
        });
        if (!taken) waiting_.erase(number);
        return taken;
    }

    // How far a round has come; read from the record at most once between two commits.
    const record::RoundCounts& counts(const record::RoundId& round);
    // The log has been read up to here.
    Pos seq() const { return caught_up_; }
    // The round in its present state. Valid until the next call.
    const record::KeptRound& round(const record::RoundId& id);

    net::Loop& loop;
    record::Record record;
    access::Access& access;
    Service service;
    const Health& health;
    Options options;
    record::CommittedTournaments tournaments;  // as of the position of the last snapshot
    Documents documents;
    Feed feed;
    web::Pages pages;
    Cases cases;
    Away away;
    record::KeptHall hall;
    std::unique_ptr<Webhooks> webhooks;

private:
    void answer(const CallPtr& call, const Admitted& found, std::optional<ParsedBody> body);
    std::optional<net::Response> gate(const net::Request& request, Admitted& found);
    std::optional<net::Response> identified(const net::Request& request, Admitted& found);
    std::expected<void, access::Denied> in_scope(const Admitted& found);
    ChangeSource changes();
    // Ends streams, polls and webhooks whose token, session or person has lost its rights. Runs at
    // once after a change of access.db, and periodically for what expires.
    void recheck_rights();
    void count();  // for the metrics
    // Reads what was committed; call inside a snapshot of the record.
    void catch_up();

    Sender sender_;
    RateLimiter rate_;
    net::Timer rights_;
    net::Timer read_again_;
    int unreadable_ = 0;  // failed attempts to read the record since the last success
    Instant next_recheck_;
    record::KeptRounds rounds_;
    Pos caught_up_;
    std::map<std::pair<std::string, std::string>, record::RoundCounts> counts_;
    void came(std::uint64_t number, const std::shared_ptr<void>& result);
    void failed(std::uint64_t number, const std::string& why);  // answers its call with 500
    std::uint64_t asides_ = 0;
    // What to do when work on the other thread is done: the call that it holds stays on this
    // thread.
    std::map<std::uint64_t, std::function<void(const std::shared_ptr<void>&)>> waiting_;
    net::Worker reader_;  // last member: destroyed first
};

// What a path matches: the routes of all methods, and the values of the path's parameters.
struct Match {
    std::vector<const Route*> routes;
    std::map<std::string, std::string, std::less<>> path;
};
Match match(std::string_view target_path);

}  // namespace flagfall::api
