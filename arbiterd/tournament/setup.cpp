#include "arbiterd/tournament/setup.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/game/state/clock_words.hpp"
#include "arbiterd/game/state/profile.hpp"
#include "arbiterd/game/words/options.hpp"
#include "common/base/check.hpp"
#include "common/base/control_words.hpp"
#include "common/base/limits.hpp"
#include "common/base/office_ids.hpp"

namespace flagfall::tournament {
namespace {

const wire::Pair* rule(const wire::Pairs& rules, std::string_view name) {
    const auto found = std::ranges::find(rules, name, &wire::Pair::name);
    return found == rules.end() ? nullptr : &*found;
}

template <class T>
void fall_back(T& value, const T& otherwise) {
    if (value == T{}) value = otherwise;
}

// Each setting by itself: a round may say how periods end, and keep the event's other rules.
void fall_back(wire::Pairs& rules, const wire::Pairs& wider) {
    for (const wire::Pair& each : wider)
        if (!rule(rules, each.name)) rules.push_back(each);
}

void fall_back(wire::PlayTerms& terms, const wire::PlayTerms& wider) {
    fall_back(terms.time_control, wider.time_control);
    fall_back(terms.profile, wider.profile);
    fall_back(terms.rules, wider.rules);
    fall_back(terms.variant, wider.variant);
    fall_back(terms.default_time, wider.default_time);
    fall_back(terms.fen, wider.fen);
    fall_back(terms.reports, wider.reports);
    fall_back(terms.timing, wider.timing);
}

wire::GameTerms bare(const wire::PlayTerms& terms) {
    wire::GameTerms game;
    game.time_control = terms.time_control;
    game.variant = terms.variant;
    game.fen = terms.fen;
    game.profile = terms.profile;
    game.rules = terms.rules;
    game.default_time = terms.default_time;
    game.reports = terms.reports;
    game.timing = terms.timing;
    return game;
}

// The clock must do what the profile requires.
void follow_profile(wire::GameTerms& terms) {
    if (const wire::Pair* trigger = rule(terms.rules, "period_trigger"))
        terms.period_trigger = from_name<PeriodTrigger>(trigger->value);
    const game::Profile profile = game::resolve(terms).profile;
    if (profile.period_trigger == PeriodTrigger::zero) terms.period_trigger = PeriodTrigger::zero;
    if (profile.flag_call != game::FlagCall::automatic) {
        terms.flag_call = profile.flag_call;
        terms.freeze = profile.freeze;
    }
    // clockd does not call the flag of a clock that it only follows.
    if (terms.timing == wire::Timing::board_clock && !terms.flag_call)
        terms.flag_call = wire::FlagCall::arbiter;
    if (!terms.default_time && rule(terms.rules, "default_time_seconds"))
        terms.default_time = profile.default_time;
}

void tag(wire::Pairs& tags, std::string name, std::string value) {
    if (!value.empty()) tags.push_back({std::move(name), std::move(value)});
}

// "2026.11.21", as in PGN: the day of the round, else the first day of the event.
std::string pgn_date(const Tournament& event, const EventRound& round) {
    std::string date = (round.starts.empty() ? event.info.begins : round.starts).substr(0, 10);
    FF_CHECK(date.empty() || date.size() == 10);
    std::ranges::replace(date, '-', '.');
    return date;
}

wire::Pairs tags_of(const Tournament& event, const EventRound& round, const EventPlayer& white,
                    const EventPlayer& black) {
    wire::Pairs tags;
    tag(tags, "Event", event.info.name);
    tag(tags, "Site", event.info.place);
    tag(tags, "Date", pgn_date(event, round));
    put_player_tags(tags, event, Side::white, white);
    put_player_tags(tags, event, Side::black, black);
    return tags;
}

bool over(const game::Game& game) { return game.live.result.has_value(); }

bool moved(const game::Live& live) {
    return live.ply > Ply{} || !live.pending.empty() || live.unruled ||
           (live.presses && *live.presses > Ply{});
}

// Replaces the tag with this name; removes it if the value is empty.
void put_tag(wire::Pairs& tags, const std::string& name, const std::string& value) {
    const auto at = std::ranges::find(tags, name, &wire::Pair::name);
    if (at == tags.end()) return tag(tags, name, value);
    if (value.empty()) tags.erase(at);
    else at->value = value;
}

}  // namespace

void put_player_tags(wire::Pairs& tags, const Tournament& event, Side side,
                     const EventPlayer& player) {
    const std::string colour = side == Side::white ? "White" : "Black";
    const auto team = event.teams.find(player.team);
    put_tag(tags, colour + "Title", player.title);
    put_tag(tags, colour + "Elo", player.rating > 0 ? std::to_string(player.rating) : "");
    put_tag(tags, colour + "FideId", player.fide_id);
    put_tag(tags, colour + "Fed", player.federation);
    put_tag(tags, colour + "Team", team == event.teams.end() ? "" : team->second.name);
}

wire::PlayTerms terms_of(const Tournament& event, const EventRound& round,
                         const EventPairing& pairing) {
    wire::PlayTerms terms = pairing.terms;
    if (round.began_with) {
        fall_back(terms, *round.began_with);
        return terms;
    }
    fall_back(terms, round.terms);
    fall_back(terms, event.info.terms);
    return terms;
}

wire::GameTerms game_terms(const Tournament& event, const EventRound& round,
                           const EventPairing& pairing) {
    FF_CHECK(!pairing.bye);
    FF_CHECK(pairing.board.number >= 1);
    FF_CHECK(pairing.white != pairing.black);
    wire::GameTerms terms = bare(terms_of(event, round, pairing));
    const EventPlayer& white = event.players.at(pairing.white);
    const EventPlayer& black = event.players.at(pairing.black);
    terms.event = event.id;
    terms.round = std::to_string(round.number);
    terms.white = white.name;
    terms.black = black.name;
    follow_profile(terms);
    terms.tags = tags_of(event, round, white, black);
    return terms;
}

MaybeRefusal check_board_terms(const Tournament& event, const EventRound& round,
                               const EventPairing& pairing, const std::string& at) {
    const wire::GameTerms terms = bare(terms_of(event, round, pairing));
    if (terms.timing == wire::Timing::board_clock)
        if (const auto control = parse_time_control(terms.time_control))
            if (const std::string why = no_board_clock(*control); !why.empty()) {
                const bool in_terms = at.ends_with("/rules");
                return refuse("bad_timing", "timing board_clock: " + why,
                              in_terms ? at.substr(0, at.rfind('/')) + "/timing" : at);
            }
    const game::Resolved rules = game::resolve(terms);
    const auto clock = [](const std::string& wrong) { return wrong.starts_with("period_trigger"); };
    const auto wrong = std::ranges::find_if_not(rules.wrong, clock);
    if (wrong == rules.wrong.end()) return std::nullopt;
    return refuse("bad_rules", *wrong, at);
}

bool has_begun(const game::Games& games, const std::string& game) {
    const game::Game* known = game::find(games, game);
    return known && (known->live.began || known->live.result);
}

bool start_under_way(const Tournaments& tournaments, const std::string& game) {
    return std::ranges::any_of(tournaments.outbox, [&](const Outstanding& o) {
        return o.issued.game == game && std::holds_alternative<wire::StartGame>(o.issued.command);
    });
}

bool Setup::taken(const std::string& game) const {
    return game::find(games_, game) != nullptr ||
           std::ranges::any_of(tournaments_.outbox,
                               [&](const Outstanding& o) { return o.issued.game == game; });
}

bool Setup::cancels(const std::string& game) const {
    const auto ends = [&](const wire::HallCommandIssued& issued) {
        return issued.game == game && std::holds_alternative<wire::EndGame>(issued.command);
    };
    return std::ranges::any_of(wanted_.cancelled, ends) ||
           std::ranges::any_of(tournaments_.outbox,
                               [&](const Outstanding& o) { return ends(o.issued); });
}

// The game now at the board; empty if the board is free.
std::string Setup::busy_with(Board board) const {
    const auto at = games_.at_board.find(board);
    const game::Game* const there =
        at == games_.at_board.end() ? nullptr : game::find(games_, at->second);
    FF_CHECK(there || at == games_.at_board.end());
    if (there && !over(*there) && !cancels(at->second)) return at->second;
    for (const Outstanding& out : tournaments_.outbox)
        if (out.issued.board == board && !cancels(out.issued.game) &&
            std::holds_alternative<wire::OpenGame>(out.issued.command))
            return out.issued.game;
    return {};
}

std::string Setup::free_id(const EventRound& round, Board board) const {
    const std::string id = event_.id + "-r" + std::to_string(round.number) + "-b" +
                           std::to_string(board.number);
    if (!taken(id)) return id;
    for (int again = 2;; ++again)
        if (std::string next = id + "-" + std::to_string(again); !taken(next)) return next;
}

template <class Command>
wire::HallCommandIssued Setup::command(const EventRound& round, Board board,
                                       const std::string& game, const std::string& what,
                                       Command command) const {
    FF_CHECK(round.number >= 1);
    FF_CHECK(board.number >= 1);
    FF_CHECK(!game.empty());
    command.id = std::string(hall_ids) + act_ + ":" + what + ":" + std::to_string(board.number);
    FF_CHECK(command.id.size() <= limits::id_bytes);
    command.board = board;
    command.game = game;
    command.at = at_;
    if (const game::Game* known = game::find(games_, game)) command.epoch = known->live.epoch;
    return {event_.id, round.number, board, game, std::move(command)};
}

MaybeRefusal Setup::open(const EventRound& round, EventPairing& pairing, const std::string& at) {
    if (!pairing.game.empty()) return std::nullopt;
    FF_CHECK(at_board(round, pairing.board) != nullptr);
    const std::string board = "board " + std::to_string(pairing.board.number);
    if (const std::string busy = busy_with(pairing.board); !busy.empty())
        return refuse("board_busy",
                      board + ": game " + busy + " is not over: finish it, pair another board, or "
                              "name the other boards (boards), and this one when it is free",
                      at);
    wire::OpenGame open;
    open.terms = game_terms(event_, round, pairing);
    if (open.terms.time_control.empty())
        return refuse("no_time_control",
                      board + ": say its time control, of the event, the round or the board, or "
                              "start it without_clocks", at);
    if (auto no = check_board_terms(event_, round, pairing, at)) return no;
    pairing.game = free_id(round, pairing.board);
    FF_CHECK(!taken(pairing.game));
    FF_CHECK(pairing.game.size() <= limits::id_bytes);
    wanted_.opened.push_back(command(round, pairing.board, pairing.game, "open", std::move(open)));
    return std::nullopt;
}

void Setup::start(const EventRound& round, const EventPairing& pairing) {
    const game::Game* known = game::find(games_, pairing.game);
    FF_CHECK(!pairing.game.empty());
    if (known && (known->live.began || over(*known))) return;
    if (start_under_way(tournaments_, pairing.game)) return;
    wanted_.started.push_back(
        command(round, pairing.board, pairing.game, "start", wire::StartGame{}));
}

MaybeRefusal Setup::may_cancel(const EventPairing& pairing, const std::string& at) const {
    const game::Game* known = game::find(games_, pairing.game);
    if (!known || (!moved(known->live) && !over(*known))) return std::nullopt;
    return refuse("game_begun", "board " + std::to_string(pairing.board.number) +
                                    " has been played: the game stays", at);
}

void Setup::cancel(const EventRound& round, const EventPairing& pairing,
                   const std::string& article) {
    if (pairing.game.empty()) return;
    wire::EndGame end;
    end.outcome = {Score{}, Ending::cancelled, article};
    wanted_.cancelled.push_back(
        command(round, pairing.board, pairing.game, "cancel", std::move(end)));
}

std::vector<wire::GameEvent> Setup::take() {
    std::vector<wire::GameEvent> all;
    for (auto* commands : {&wanted_.cancelled, &wanted_.opened, &wanted_.started})
        std::ranges::move(*commands, std::back_inserter(all));
    FF_CHECK(all.size() ==
             wanted_.cancelled.size() + wanted_.opened.size() + wanted_.started.size());
    return all;
}

// ---- games of others ------------------------------------------------------------------------

namespace {

// The pairing at this board in the round with this name; nullptr if there is none.
const EventPairing* paired_at(const Tournament& event, std::string_view round, Board board) {
    for (const auto& [number, each] : event.rounds)
        if (std::to_string(number) == round) return at_board(each, board);
    return nullptr;
}

wire::QuestionPut foreign_question(const Tournament& event, const wire::GameRecorded& game,
                                   bool lost_act) {
    wire::QuestionPut question;
    question.game = game.game;
    question.board = game.board;
    question.cause = game.cause;
    question.epoch = game.epoch;
    question.about = wire::Subject::foreign_game;
    question.options = game::only_noted();
    question.evidence = {{"event", event.id}, {"round", game.terms.round},
                         {"white", game.terms.white}, {"black", game.terms.black}};
    if (lost_act)
        question.text = "The office of the event " + event.id + " has opened this game by an act "
                        "that the record does not have, which was restored from a backup. It "
                        "counts for no pairing: start its round without clocks, and enter its "
                        "result when it is over.";
    else
        question.text = "Another program has opened this game in the event " + event.id +
                        ", whose games the office sets up: it counts for no pairing, and changes "
                        "no result.";
    const EventPairing* pairing = paired_at(event, game.terms.round, game.board);
    if (!pairing) return question;
    question.evidence.push_back({"paired_white", std::to_string(pairing->white)});
    question.evidence.push_back({"paired_black", std::to_string(pairing->black)});
    if (!pairing->game.empty()) question.evidence.push_back({"present_game", pairing->game});
    if (pairing->entered)
        question.evidence.push_back({"entered", std::string(text(pairing->entered->score))});
    question.text += " There the round has the players " + std::to_string(pairing->white) +
                     " and " + std::to_string(pairing->black) + ".";
    return question;
}

}  // namespace

wire::QuestionPut ask_about_foreign(const Tournament& event, const wire::GameRecorded& game,
                                    std::string_view cmd_id,
                                    const std::vector<wire::GameEvent>& decided) {
    FF_CHECK(event.id == game.terms.event);
    wire::QuestionPut question = foreign_question(event, game, cmd_id.starts_with(hall_ids));
    const auto asked = std::ranges::count_if(decided, [](const wire::GameEvent& e) {
        return std::holds_alternative<wire::QuestionPut>(e);
    });
    question.number = static_cast<std::uint32_t>(asked) + 1;
    return question;
}

// ---- what became of the commands ------------------------------------------------------------

const wire::HallCommandIssued* outstanding(const Tournaments& tournaments,
                                           const std::string& cmd_id) {
    if (!cmd_id.starts_with(hall_ids)) return nullptr;
    const auto found = std::ranges::find_if(tournaments.outbox, [&](const Outstanding& o) {
        return command_of(o.issued).id == cmd_id;
    });
    return found == tournaments.outbox.end() ? nullptr : &found->issued;
}

namespace {

// Has the board this very game, so that it cannot be opened a second time?
bool is_there(const game::Games& games, const wire::HallCommandIssued& issued) {
    const auto* open = std::get_if<wire::OpenGame>(&issued.command);
    const game::Game* known = open ? game::find(games, issued.game) : nullptr;
    if (!known || known->board != issued.board || known->terms != open->terms) return false;
    return !known->live.result || known->live.result->ending != Ending::cancelled;
}

}  // namespace

std::string first_id(const std::string& id) {
    FF_CHECK(id.starts_with(hall_ids));
    const std::size_t mark = id.rfind(":e");
    const bool again = mark != id.npos && mark + 2 < id.size() &&
                       id.find_first_not_of("0123456789", mark + 2) == id.npos;
    return again ? id.substr(0, mark) : id;
}

std::vector<wire::GameEvent> decide_refused(const Tournaments& tournaments,
                                            const game::Games& games, const std::string& cmd_id,
                                            const std::string& code, Epoch epoch, Instant at) {
    const wire::HallCommandIssued* issued = outstanding(tournaments, cmd_id);
    if (!issued) return {};
    if (is_there(games, *issued)) return {wire::HallCommandSettled{issued->event, cmd_id, {}}};
    std::vector<wire::GameEvent> events{wire::HallCommandSettled{issued->event, cmd_id, code}};
    const game::Game* known = game::find(games, issued->game);
    const bool stale = game::refusal_named(code) == game::ClockRefusal::stale_epoch;
    if (!stale || (known && over(*known))) {
        if (!game::never_taken(code))
            std::ranges::move(decide_stays(tournaments, games, *issued, at),
                              std::back_inserter(events));
        return events;
    }
    wire::HallCommandIssued again = *issued;
    std::visit(
        [&](auto& command) {
            // Epochs only grow, so each attempt has its own id.
            command.id = first_id(cmd_id) + ":e" + std::to_string(epoch.count);
            command.epoch = epoch;
            command.at = at;
        },
        again.command);
    events.emplace_back(std::move(again));
    return events;
}

}  // namespace flagfall::tournament
