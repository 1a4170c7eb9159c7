#include "arbiterd/console/follower.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "arbiterd/console/answer.hpp"
#include "arbiterd/console/event_wish.hpp"
#include "arbiterd/console/limits.hpp"
#include "arbiterd/console/remote.hpp"
#include "arbiterd/formats/limits.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "common/base/digest.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/limits.hpp"
#include "common/base/text.hpp"

namespace flagfall::console {

namespace {

using nlohmann::ordered_json;

std::string digest_of(std::string_view text) {
    Digest digest;
    digest.add(text);
    return digest.text();
}

// ", adjudication": how a result came about that does not come from the board.
std::string of_decision(const FollowedResult& result) {
    return result.decided.empty() ? "" : ", " + result.decided;
}
std::string of_decision(const FollowedMoves&) { return {}; }

// The reason in the log when --reason gives none.
template <class Followed>
std::string reason_of(const std::string& source, const Followed& from) {
    return printable("read from the PGN of " + source.substr(0, limits::name_bytes) +
                     of_decision(from));
}

ordered_json act_of(const cli::Values& values, const FollowedResult& result) {
    return {{"type", "enter_result"},
            {"round", values.number("round")},
            {"board", result.board},
            {"entered", {{"score", text(result.entered.score)},
                         {"kind", name(result.entered.kind)}}}};
}

ordered_json act_of(const cli::Values& values, const FollowedMoves& moves) {
    return {{"type", "keep_moves"},
            {"round", values.number("round")},
            {"board", moves.board},
            {"sheet", moves.sheet},
            {"source", printable(moves.where.substr(0, limits::name_bytes))}};
}

template <class Followed>
std::string body_of(const cli::Values& values, const Followed& from, const std::string& id,
                    std::int64_t revision, const std::string& source) {
    ordered_json act = act_of(values, from);
    const ordered_json body{{"event", values.text("EVENT")},
                            {"act", std::move(act)},
                            {"ifMatch", revision},
                            {"id", id},
                            {"by", values.text_or_empty("by")},
                            {"reason", values.has("reason") ? values.text("reason")
                                                            : reason_of(source, from)}};
    // Text from the shell need not be UTF-8.
    return body.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string text_of(const FollowedResult& result) {
    return formats::result_text(tournament::result_of(result.entered));
}

}  // namespace

std::expected<Source, std::string> source_of(const cli::Values& values) {
    const std::string& text = values.text("SOURCE");
    if (text == "-") return std::unexpected("SOURCE: standard input cannot be looked at again");
    if (values.has("source-ca") && !text.starts_with("https://"))
        return std::unexpected("--source-ca goes with a SOURCE at https://");
    if (text.find("://") == std::string::npos) return Source{text, {}};
    auto url = net::parse_url(text);
    if (!url) return std::unexpected("SOURCE: " + url.error());
    return Source{{}, std::move(*url)};
}

// ---- what is said -----------------------------------------------------------------------------

void SaidOnce::say(const Remark& remark) {
    if (keys_.contains(remark.key)) return;
    if (++said_now_ > limits::follow_said) return;
    if (keys_.size() == limits::follow_remembered) keys_.clear();
    keys_.insert(remark.key);
    std::fprintf(err_, "%s\n", printable(remark.text).c_str());
}

void SaidOnce::end() {
    if (said_now_ > limits::follow_said)
        std::fprintf(err_, "and %zu more of this kind\n", said_now_ - limits::follow_said);
    said_now_ = 0;
}

void SaidOnce::faults(std::string_view of, const std::vector<SourceFault>& now) {
    auto& before = faults_[std::string(of)];
    std::map<std::string, std::string> present;
    for (const SourceFault& fault : now) {
        std::string& why = present[fault.name];
        why += (why.empty() ? "" : "; ") + fault.why;
    }
    for (const auto& [name, why] : present)
        if (const auto known = before.find(name); known == before.end() || known->second != why)
            std::fprintf(err_, "%s: %s\n", printable(name).c_str(), printable(why).c_str());
    for (const auto& [name, why] : before)
        if (!present.contains(name))
            std::fprintf(err_, "%s: this is over: %s\n", printable(name).c_str(),
                         printable(why).c_str());
    before = std::move(present);
}

// ---- a look at the source ---------------------------------------------------------------------

Follower::Follower(net::Loop& loop, const cli::Call& call, Source source)
    : loop_(loop),
      call_(call),
      source_(std::move(source)),
      name_(source_.url ? name_of(*source_.url) : source_.path),
      round_(call.values.number("round")),
      once_(call.values.flag("once")),
      timer_(loop),
      said_(call.streams.err) {}

void Follower::look() {
    tries_ = 0;
    if (!source_.url) {
        loop_.post([this] { looked(look_at(source_.path)); });
        return;
    }
    net::ask_async(loop_, source_.url->origin,
                   {.path = source_.url->target,
                    .ca_file = call_.values.text_or_empty("source-ca"),
                    .answer_bytes = limits::import_bytes},
                   [this](net::Answer answer) { looked(look_at(std::move(answer), name_)); });
}

void Follower::looked(SourceLook look) {
    said_.faults("source", look.faults);
    if (!look.faults.empty())
        went_wrong(source_.url ? exit_code::unavailable : exit_code::bad_input);
    parts_ = std::move(look.parts);
    pieces_.clear();
    games_ = 0;
    std::set<std::string> now;
    for (const SourcePart& part : parts_) take(part, now);
    before_ = std::move(now);
    ask_arbiterd();
}

void Follower::take(const SourcePart& part, std::set<std::string>& now) {
    const auto pieces = chess::split_pgn(part.text, limits::follow_games - games_ + 1);
    if (pieces.empty() && part.text.find_first_not_of(" \t\r\n") != std::string::npos)
        said_.say({part.name + " has no games", part.name + ": it has no games"});
    for (const chess::PgnPiece& piece : pieces) {
        if (games_ == limits::follow_games) {
            went_wrong(exit_code::bad_input);
            return said_.say({"too many games", part.name + ", line " +
                                                    std::to_string(piece.line) + ": more than " +
                                                    std::to_string(limits::follow_games) +
                                                    " games: those from here on are left out"});
        }
        ++games_;
        std::string digest = digest_of(piece.text);
        take(part, piece, once_ || before_.contains(digest));
        now.insert(std::move(digest));
    }
}

// A game that may still be being written is ignored for now.
void Follower::take(const SourcePart& part, const chess::PgnPiece& piece, bool same) {
    if (!same) return;
    if (piece.result.empty())
        return said_.say({part.name + " is cut", part.name + ", line " +
                                                     std::to_string(piece.line) +
                                                     ": a game without its result after the moves "
                                                     "is left out until it has one"});
    if (!valid_utf8(piece.text))
        said_.say({part.name + " is Latin-1", part.name + ", line " + std::to_string(piece.line) +
                                                  ": it is not UTF-8, and is read as Latin-1"});
    pieces_.push_back({&part, piece});
}

// ---- what arbiterd has ------------------------------------------------------------------------

void Follower::ask(net::Ask what, Then then) {
    auto request = request_of(call_, std::move(what));
    if (!request) return no_answer(request.error(), exit_code::usage);
    net::ask_async(loop_, request->origin, std::move(request->ask),
                   [this, then = std::move(then)](net::Answer answer) {
                       answered(std::move(answer), then);
                   });
}

void Follower::answered(net::Answer came, const Then& then) {
    const auto answer = answer_of(std::move(came));
    if (!answer) return no_answer(answer.error(), exit_code::unavailable);
    if (answer->status == 401) return end(console::refused(call_, *answer));
    if (answer->status == 429 || answer->status >= 500)
        return no_answer(why(*answer), exit_code::unavailable);
    try {
        then(*answer);
    } catch (const NotArbiterd& error) {
        no_answer(error.what(), exit_code::unavailable);
    }
}

void Follower::no_answer(const std::string& why, int exit) {
    said_.faults("arbiterd", {{"arbiterd", why}});
    went_wrong(exit);
    end_of_look();
}

// Asks for the revision first: an act is carried out only if nothing has changed since.
void Follower::ask_arbiterd() {
    ask({.path = event_path(call_.values.text("EVENT"))}, [this](const net::Response& answer) {
        if (answer.status != 200) return no_answer(why(answer), exit_code::bad_input);
        const wire::Json event = answer_json(answer.body);
        revision_ = Answer(event).at("revision").number();
        ask_results();
    });
}

void Follower::ask_results() {
    ask({.path = event_path(call_.values.text("EVENT")) + "/rounds/" + std::to_string(round_) +
                 "/results"},
        [this](const net::Response& answer) {
            if (answer.status != 200) return no_answer(why(answer), exit_code::bad_input);
            const auto round = round_of(answer.body);
            if (!round) return no_answer(round.error(), exit_code::bad_input);
            said_.faults("arbiterd", {});
            plan(*round);
        });
}

void Follower::plan(const FollowedRound& round) {
    const formats::Roster roster(&round.players);
    std::vector<SourceGame> games;
    for (const auto& [part, piece] : pieces_) {
        auto game = formats::read_tags(piece, roster, static_cast<std::uint32_t>(round_));
        if (!game)
            said_.say({digest_of(piece.text),
                       part->name + ": " + formats::text(game.error()) + "; the game is left out"});
        else if (*game && (*game)->round != round_)
            said_.say({part->name + " has other rounds",
                       part->name + ", line " + std::to_string(piece.line) +
                           ": games of other rounds are left out"});
        else if (*game)
            games.push_back({part->name + ", line " + std::to_string(piece.line),
                             std::move(**game), piece.text});
    }
    FollowPlan made = plan_of(round, games);
    for (const Remark& remark : made.remarks) said_.say(remark);
    enter_.assign(made.enter.rbegin(), made.enter.rend());
    keep_.assign(made.keep.rbegin(), made.keep.rend());
    send_next();
}

// ---- acts -------------------------------------------------------------------------------------

void Follower::send(std::string body, Then then) {
    ask({.method = "POST",
         .path = event_path(call_.values.text("EVENT")) + "/acts",
         .body = std::move(body)},
        std::move(then));
}

void Follower::send_next() {
    const std::string& event = call_.values.text("EVENT");
    while (!enter_.empty()) {
        const FollowedResult result = std::move(enter_.back());
        enter_.pop_back();
        const std::string id = act_id(event, round_, result);
        if (acts_.contains(id)) {
            entered_before(result, id);
            continue;
        }
        return send(body_of(call_.values, result, id, revision_, name_),
                    [this, result, id](const net::Response& answer) { sent(result, id, answer); });
    }
    send_moves();
}

void Follower::send_moves() {
    const std::string& event = call_.values.text("EVENT");
    while (!keep_.empty()) {
        const FollowedMoves moves = std::move(keep_.back());
        keep_.pop_back();
        const KeptLast& last = kept_[moves.player.values];
        const std::string id = act_id(event, round_, moves, last.id);
        if (last.sheet == moves.sheet || acts_.contains(id)) continue;
        return send(body_of(call_.values, moves, id, revision_, name_),
                    [this, moves, id](const net::Response& answer) {
                        moves_sent(moves, id, answer);
                    });
    }
    end_of_look();
}

// Refused moves would be refused again, so they count as sent.
void Follower::moves_sent(const FollowedMoves& moves, const std::string& id,
                          const net::Response& answer) {
    const wire::Json parsed = answer_json(answer.body);
    const Answer json(parsed);
    if (json.value("code", "") == "changed_meanwhile") return once_more();
    if (answer.status == 400) return end(console::refused(call_, answer));
    remember(id);
    const std::string at = "board " + std::to_string(moves.board) + ": ";
    // another part of the source has the same moves
    const bool used = json.value("code", "") == "key_used";
    if (used || answer.status == 200) kept_[moves.player.values] = {id, moves.sheet};
    if (used) return send_moves();
    if (answer.status != 200) {
        const std::string text = at + "arbiterd refuses its moves: " + why(answer);
        said_.say({text, text});
        went_wrong(exit_code::bad_input);
    } else if (json.value("status", "") != "repeated") {
        std::string line = at + std::to_string(moves.plies) + " plies are kept for review  (" +
                           printable(moves.where) + ")";
        if (call_.values.flag("json"))
            line = ordered_json{{"board", moves.board}, {"plies", moves.plies},
                                {"from", moves.where}, {"id", id}}
                       .dump(-1, ' ', false, ordered_json::error_handler_t::replace);
        if (const int failed = call_.print(line + "\n"); failed != 0) return end(failed);
    }
    send_moves();
}

void Follower::remember(const std::string& id) {
    if (acts_.size() == limits::follow_remembered) acts_.clear();
    acts_.insert(id);
}

void Follower::sent(const FollowedResult& result, const std::string& id,
                    const net::Response& answer) {
    const wire::Json parsed = answer_json(answer.body);
    const Answer json(parsed);
    const std::string code = json.value("code", "");
    // A refusal has a number there.
    const bool worded = json.contains("status") && json.at("status").is_text();
    const std::string status = worded ? json.value("status", "") : "";
    if (code == "changed_meanwhile" || status == "confirm") return once_more();
    if (status == "repeated" || code == "key_used") {
        entered_before(result, id);
        tries_ = 0;  // progress: one fewer is left
        return once_more();
    }
    if (answer.status != 200) return refused(result, answer);
    revision_ = json.at("revision").number();
    entered(result, id);
}

void Follower::entered(const FollowedResult& result, const std::string& id) {
    remember(id);
    std::string line = "board " + std::to_string(result.board) + ": " + text_of(result) + "  " +
                       printable(result.name[Side::white]) + " - " +
                       printable(result.name[Side::black]) + "  (" +
                       printable(result.where + of_decision(result)) + ")";
    if (call_.values.flag("json")) {
        ordered_json json{{"board", result.board},
                          {"score", text(result.entered.score)},
                          {"kind", name(result.entered.kind)},
                          {"white", result.name[Side::white]},
                          {"black", result.name[Side::black]},
                          {"from", result.where},
                          {"id", id},
                          {"revision", revision_}};
        if (!result.decided.empty()) json["decided"] = result.decided;
        line = json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    }
    if (const int failed = call_.print(line + "\n"); failed != 0) return end(failed);
    send_next();
}

// It was entered and is not there now, so somebody has withdrawn it.
void Follower::entered_before(const FollowedResult& result, const std::string& id) {
    acts_.insert(id);
    const std::string at = "board " + std::to_string(result.board) + ": " + text_of(result);
    said_.say({at + " again", at + " was entered from PGN before and withdrawn since: it is not "
                                   "entered again (" + result.where + ")"});
}

// The board may belong to another arbiter, or have a new pairing: goes on with the others.
void Follower::refused(const FollowedResult& result, const net::Response& answer) {
    if (answer.status == 400) return end(console::refused(call_, answer));
    const std::string text = "board " + std::to_string(result.board) + ": arbiterd refuses " +
                             text_of(result) + ": " + why(answer);
    said_.say({text, text});
    went_wrong(exit_code::bad_input);
    send_next();
}

// The event has changed since the plan was made.
void Follower::once_more() {
    if (++tries_ > limits::follow_tries) return no_answer("the event changes all the time",
                                                          exit_code::unavailable);
    ask_arbiterd();
}

void Follower::end_of_look() {
    said_.end();
    parts_.clear();
    pieces_.clear();
    if (once_) return loop_.stop();
    timer_.wake_in(call_.values.duration("every"), [this] { look(); });
}

void Follower::end(int exit) {
    exit_ = exit;
    loop_.stop();
}

}  // namespace flagfall::console
