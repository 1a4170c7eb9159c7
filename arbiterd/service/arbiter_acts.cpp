// Acts of people, at the desk and in the office: from a command to its events and its
// answer.
#include <algorithm>
#include <iterator>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/acts/desk.hpp"
#include "arbiterd/service/arbiter_impl.hpp"
#include "arbiterd/service/consequences.hpp"
#include "arbiterd/service/limits.hpp"
#include "arbiterd/service/trial.hpp"
#include "arbiterd/tournament/decide.hpp"
#include "arbiterd/tournament/noted.hpp"
#include "arbiterd/tournament/notes.hpp"
#include "common/base/hex.hpp"
#include "common/base/office_ids.hpp"
#include "common/ops/log.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/texts.hpp"

namespace flagfall::arbiterd {

namespace {

std::string encoded(const wire::DeskCommand& command) { return wire::encode_desk(command); }
std::string encoded(const wire::EventCommand& command) { return wire::encode_event(command); }

// Digest of an act, to distinguish a retry from another act with the same id; fields that a retry
// may change are left out. The office's digests are in the log, so this must never change.
template <class Command>
std::string print_of(Command command) {
    command.id.clear();
    command.confirm.clear();  // the preview and the confirmed act are the same act
    if constexpr (requires { command.if_match; }) command.if_match.reset();
    const auto digest = static_cast<std::uint64_t>(store::content_digest(encoded(command)));
    std::string bytes;
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(digest >> shift);
    return hex(bytes);
}

wire::DeskCommand command_of(const wire::DeskActed& acted) {
    wire::DeskCommand command;
    command.game = acted.game;
    command.by = acted.by;
    command.article = acted.article;
    command.reason = acted.reason;
    command.act = acted.act;
    return command;
}

ActAnswer refused(std::string code, std::string text, std::string pointer = {}) {
    ActAnswer answer;
    answer.refusal = tournament::refuse(std::move(code), std::move(text), std::move(pointer));
    return answer;
}

// A refusal that does not depend on the record, or nothing. The API has checked the text, too, but
// the record must not depend on the API.
std::optional<ActAnswer> malformed(const std::string& id, const std::optional<wire::BadText>& bad) {
    if (bad)
        return refused("bad_text", bad->pointer + ": " + bad->says + " is in it; write it without",
                       bad->pointer);
    if (is_office_id(id))
        return refused("bad_id", "id: those that begin with \"" + std::string(hall_ids) +
                                     "\" or \"" + std::string(ruling_ids) +
                                     "\" are arbiterd's own; choose another one",
                       "/id");
    if (id.empty() || id.size() > limits::desk_id_bytes)
        return refused("bad_id", "id: 1 to " + std::to_string(limits::desk_id_bytes) +
                                     " bytes, chosen by you, unique in the record",
                       "/id");
    return std::nullopt;
}

// An event that cannot be read back would stop arbiterd at every start. Texts that are too long and
// lists that are too big are refused earlier, with their names; this catches what those checks
// forgot.
std::optional<ActAnswer> cannot_be_kept(const std::vector<wire::GameEvent>& events) {
    for (const wire::GameEvent& event : events) {
        const std::string why = not_kept(event);
        if (why.empty()) continue;
        ops::log(ops::Level::error, "refused an act that is too large for the log",
                 {{"event", wire::type_of(event)}, {"text", why}});
        return refused("too_many", "this is more than one event of the record can have (" + why +
                                       "), and nothing was done: say it in fewer words, or do it "
                                       "in several acts");
    }
    return std::nullopt;
}

// Refuses to open a game again at a board where the office is setting up another one. clockd does
// not know of either yet, for example while the link is down.
std::optional<tournament::EventRefusal> comes_before(const tournament::Tournaments& tournaments,
                                                     const std::vector<wire::GameEvent>& events) {
    for (const wire::GameEvent& event : events) {
        const auto* withdrawn = std::get_if<wire::ResultWithdrawn>(&event);
        if (!withdrawn) continue;
        for (const tournament::Outstanding& out : tournaments.outbox)
            if (out.issued.board == withdrawn->board && out.issued.game != withdrawn->game &&
                std::holds_alternative<wire::OpenGame>(out.issued.command))
                return tournament::refuse(
                    "board_busy",
                    game::cannot_open_again("game " + out.issued.game +
                                            " is being set up at board " +
                                            std::to_string(out.issued.board.number)));
    }
    return std::nullopt;
}

// Commands for clocks that cannot be reached are kept. People must know that nothing has changed at
// the boards yet.
void say_unreached(std::vector<Told>& says, const std::vector<wire::GameEvent>& events) {
    if (std::ranges::any_of(events, [](const wire::GameEvent& event) {
            return std::holds_alternative<wire::CommandIssued>(event);
        }))
        says.insert(says.begin(), tournament::noted::clockd_unreached);
}

// A bug in the software. Nothing has changed, and the record is as before.
ActAnswer software_failed(const std::string& what) {
    ops::log(ops::Level::error, "the software failed at an act", {{"what", what}});
    return refused("failed",
                   "the software failed at this act, and nothing was done: do it in another way, "
                   "or rule by hand and note it; report it with the log (" + what + ")");
}

}  // namespace

// What a later act with the same id is compared with. An act for many boards leads to one act for
// each board, with ids that nobody else can send.
auto ArbiterService::Impl::done_of(const wire::GameEvent& event, Pos pos)
    -> std::optional<std::pair<ActKey, Done>> {
    if (const auto* acted = std::get_if<wire::DeskActed>(&event); acted && !is_office_id(acted->id))
        return std::pair(ActKey{wire::DeskActed::type, acted->id},
                         Done{pos, print_of(command_of(*acted)), {}, {}});
    if (const auto* acted = std::get_if<wire::EventActed>(&event)) {
        const auto* these = tournament::games_of(acted->act);
        return std::pair(ActKey{wire::EventActed::type, acted->id},
                         Done{pos, acted->print, these ? *these : std::vector<wire::AtBoard>{},
                              tournament::sentences_of(acted->act)});
    }
    return std::nullopt;
}

auto ArbiterService::Impl::done_before(const ActKey& key) -> store::Lookup<std::optional<Done>> {
    if (const Done* lately = acts_lately.find(key)) return *lately;
    const auto row = ports.past().of_act(key.first, key.second);
    if (!row) return std::unexpected(row.error());
    if (!*row) return std::optional<Done>();
    const auto event = wire::decode_game_event((*row)->type, (*row)->body);
    if (!event) return std::unexpected(store::LookupError{event.error().code, event.error().text});
    auto done = done_of(*event, (*row)->pos);
    return done ? std::optional(std::move(done->second)) : std::nullopt;
}

auto ArbiterService::Impl::decide(const wire::DeskCommand& command, Instant at)
    -> std::expected<Decided, tournament::EventRefusal> {
    auto made = game::decide_desk(games, at, command);
    if (!made)
        return std::unexpected(tournament::refuse(made.error().code, made.error().text,
                                                  made.error().pointer));
    if (auto no = comes_before(tournaments, *made)) return std::unexpected(std::move(*no));
    Decided decided;
    std::vector<wire::GameEvent> all = *made;
    std::ranges::move(foreseen(games, *made), std::back_inserter(all));
    // Names the consumers that have the result, before it changes.
    if (changes_result(all))
        decided.says = tournament::notes_on_result(tournaments, command.game,
                                                   result_of(command.game));
    // A token that was sent is always compared, even if none is needed.
    if (game::needs_confirmation(*made) || !command.confirm.empty())
        decided.token = token_of(all, decided.says);
    Effects effects = effects_of(std::move(all));
    for (std::string& sentence : effects.text) decided.says.emplace_back(std::move(sentence));
    if (!subscribed) say_unreached(decided.says, *made);
    decided.consequences = std::move(effects.consequences);
    decided.events = std::move(*made);
    return decided;
}

auto ArbiterService::Impl::decide(const wire::EventCommand& command, Instant at)
    -> std::expected<Decided, tournament::EventRefusal> {
    tournament::Moment now{at, ports.wall_ms()};
    if (virtual_time()) now.wall_ms.reset();  // a rehearsal has no date
    auto made = tournament::decide(tournaments, games, now, command);
    if (!made) {
        tournament::EventRefusal no = std::move(made.error());
        if (!no.pointer.empty()) no.pointer.insert(0, "/act");
        return std::unexpected(std::move(no));
    }
    // White's clocks start now (6.6), not when the link is back.
    if (const auto why = tournament::needs_clocks(tournaments, games, *made);
        !why.empty() && !subscribed)
        return std::unexpected(tournament::refuse(
            "no_clocks",
            "clockd cannot be reached, so " + why + ": see that it runs, and do it again"));
    const auto& acted = std::get<wire::EventActed>(made->front());
    Decided decided;
    // Names the consumers that rely on a result, before it changes.
    decided.says = tournament::notes_on_entered(tournaments, acted.event, acted.act);
    std::vector<std::string> seen;
    if (const auto* known = tournament::find(tournaments, acted.event)) {
        std::ranges::move(tournament::notes_on_replaced(*known, acted.act),
                          std::back_inserter(decided.says));
        std::ranges::move(tournament::notes_on_points(*known, games, acted.act),
                          std::back_inserter(decided.says));
        // The notes on a file name boards but not their present state.
        if (std::holds_alternative<wire::ImportEvent>(acted.act))
            seen.push_back(std::to_string(known->changed.value));
    }
    std::ranges::move(tournament::notes_on_shared(tournaments, acted.event, acted.act),
                      std::back_inserter(decided.says));
    std::ranges::move(texts(decided.says), std::back_inserter(seen));
    if (tournament::needs_confirmation(acted.act) || !decided.says.empty() ||
        command.confirm == show_only)
        decided.token = token_of(acted, seen);
    std::ranges::move(tournament::sentences_of(acted.act), std::back_inserter(decided.says));
    if (!subscribed) say_unreached(decided.says, *made);
    if (const auto* these = tournament::games_of(acted.act)) decided.games = *these;
    decided.events = std::move(*made);
    return decided;
}

// The API checks rights against durable state. Acts under way may have changed what this act does,
// and so which rights it needs.
bool ArbiterService::Impl::permits(const wire::EventCommand& command, const Permit& permit) const {
    return !permit || permit(tournament::find(tournaments, command.event));
}

// The first time that an act is sent. Nothing is recorded if it is refused or only shown.
template <class Command>
ActAnswer ArbiterService::Impl::carry_out(const Command& command, std::string print,
                                          const Permit& permit) {
    ActAnswer answer;
    if (!permits(command, permit))
        return refused("changed_meanwhile", "the event has changed while this act was on its way, "
                                            "and the act needs other rights now: look at the "
                                            "event, and send it again");
    const Instant at = virtual_time() ? last_at : ports.now();
    auto tried = guarded([&] { return decide(command, at); });
    if (!tried) return software_failed(tried.error());
    auto decided = std::move(*tried);
    if (!decided) {
        answer.refusal = std::move(decided.error());
        return answer;
    }
    if (auto no = cannot_be_kept(decided->events)) return std::move(*no);
    const auto applied = guarded([&] { try_out(games, tournaments, last, decided->events); });
    if (!applied) return software_failed(applied.error());
    answer.says = std::move(decided->says);
    answer.games = std::move(decided->games);
    answer.consequences = std::move(decided->consequences);
    if (!decided->token.empty() && command.confirm != decided->token) {
        answer.kind = ActAnswer::Kind::preview;
        answer.confirm = std::move(decided->token);
        return answer;
    }
    if (auto* acted = std::get_if<wire::EventActed>(&decided->events.front()))
        acted->print = std::move(print);
    answer.kind = ActAnswer::Kind::done;
    answer.pos = record(std::move(decided->events), {at, ports.boot(), ports.wall_ms()});
    return answer;
}

template <class Command>
ActAnswer ArbiterService::Impl::answer_to(const Command& command, const Permit& permit) {
    ActAnswer busy;
    busy.kind = ActAnswer::Kind::busy;
    if (unsaid.size() >= limits::acts_under_way) return busy;
    if (auto no = malformed(command.id, wire::bad_text(command))) return std::move(*no);
    std::string print = print_of(command);
    constexpr bool at_desk = std::is_same_v<Command, wire::DeskCommand>;
    const auto before =
        done_before({at_desk ? wire::DeskActed::type : wire::EventActed::type, command.id});
    if (!before) {
        ops::log(ops::Level::error, "the record cannot be read",
                 {{"code", before.error().code}, {"text", before.error().text}});
        return busy;
    }
    if (!*before) {
        if (ports.full()) return busy;
        try {
            return carry_out(command, std::move(print), permit);
        } catch (const game::PastUnreadable& no) {
            log_unreadable(no);
            return busy;
        }
    }
    if ((*before)->print != print)
        return refused("id_used",
                       "id: another act, or another person's, was carried out with it; "
                       "nothing was done now. Choose a new one",
                       "/id");
    ActAnswer answer;
    answer.kind = ActAnswer::Kind::repeated;
    answer.pos = (*before)->pos;
    answer.games = (*before)->games;
    answer.says = (*before)->says;
    return answer;
}

// An answer waits until its rows are durable and all earlier answers are sent.
void ArbiterService::Impl::act(const Act& act, Answered done, const Permit& permit) {
    ActAnswer answer =
        std::visit([&](const auto& command) { return answer_to(command, permit); }, act);
    if (answer.kind == ActAnswer::Kind::refused || answer.kind == ActAnswer::Kind::busy)
        return done(std::move(answer));
    if (const auto* command = std::get_if<wire::EventCommand>(&act))
        if (const tournament::Tournament* event = tournament::find(tournaments, command->event))
            answer.revision = event->changed;
    if (answer.kind == ActAnswer::Kind::preview) return done(std::move(answer));
    const Pos before = unsaid.empty() ? Pos{} : unsaid.back().pos;
    const Pos last_row = std::max({answer.pos, answer.revision, before});
    unsaid.push_back({last_row, std::move(answer), std::move(done)});
    on_committed(durable);
}

}  // namespace flagfall::arbiterd
