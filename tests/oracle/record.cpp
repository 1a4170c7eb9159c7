#include "tests/oracle/record.hpp"

#include <algorithm>
#include <iterator>

#include "common/wire/codec.hpp"
#include "tests/oracle/compare.hpp"
#include "tests/support/board_event.hpp"

namespace flagfall::oracle {
namespace {

using test::board_event;

const wire::GameEventBase* base_of(const wire::GameEvent& event) {
    return std::visit(
        [](const auto& e) -> const wire::GameEventBase* {
            if constexpr (std::is_base_of_v<wire::GameEventBase, std::decay_t<decltype(e)>>)
                return &e;
            else
                return nullptr;
        },
        event);
}

Pos cause_of(const GameRow& row) {
    const wire::GameEventBase* base = base_of(row.event);
    return base ? base->cause : Pos{1};  // link_followed answers log_opened
}

// A command of ours had no effect: this row is about clockd's answer, not an event.
const wire::CommandSettled* refused(const GameRow& row) {
    const auto* settled = std::get_if<wire::CommandSettled>(&row.event);
    const bool nothing = settled && (settled->how == Settling::refused ||
                                     settled->how == Settling::no_effect);
    return nothing ? settled : nullptr;
}

// A question about a command without an answer: it follows neither from an event nor from the end
// of a command in the row `first`.
bool unanswered(const GameRow& row, const GameRow& first) {
    const auto* put = std::get_if<wire::QuestionPut>(&row.event);
    if (!put || put->about != Subject::clock_command || !put->basis.command) return false;
    if (put->asked_before > 0) return false;  // in the place of a question that waits
    const auto* settled = refused(first);
    const auto id = [](const auto& command) { return command.id; };
    return !settled || std::visit(id, *put->basis.command) != settled->id;
}

// The acts of an event's office are not a matter of the Laws, nor is the end of clockd's log.
bool of_office(const GameRow& row) {
    return std::holds_alternative<wire::EventActed>(row.event) ||
           std::holds_alternative<wire::HallCommandIssued>(row.event) ||
           std::holds_alternative<wire::HallCommandSettled>(row.event) ||
           std::holds_alternative<wire::HeadKept>(row.event);
}

}  // namespace

RecordJudge::RecordJudge(Complaints& complaints, const Options& options, const ClockJudge& clock,
                         std::span<const GameRow> record)
    : complaints_(complaints), options_(options), clock_(clock), record_(record) {
    for (std::size_t at = 0; at < record.size(); ++at) {
        if (record[at].pos.value == static_cast<std::int64_t>(at) + 1) continue;
        complaints_.add("", {}, record[at].pos, "a gap in the record's positions");
        break;
    }
    if (std::ranges::none_of(record, of_office)) return;
    std::ranges::remove_copy_if(record, std::back_inserter(kept_), of_office);
    record_ = kept_;
}

std::span<const GameRow> RecordJudge::answer_to(Pos pos) {
    const std::size_t first = next_;
    while (!done() && cause_of(record_[next_]) == pos && !refused(record_[next_])) ++next_;
    return record_.subspan(first, next_ - first);
}

void RecordJudge::refusals(Pos before) {
    while (!done() && cause_of(record_[next_]) < before) {
        const GameRow& row = record_[next_];
        if (cause_of(row) == Pos{}) {
            at_the_desk();
            continue;
        }
        if (refused(row)) {
            refusal();
            continue;
        }
        complaints_.add("", cause_of(row), row.pos,
                        std::string(wire::type_of(row.event)) +
                            " about an event that has been handled already");
        ++next_;
    }
}

void RecordJudge::at_the_desk() {
    const std::size_t first = next_;
    const std::string& id = base_of(record_[first].event)->game;
    const auto goes_on = [&](const GameRow& row) {
        const wire::GameEventBase* base = base_of(row.event);
        return base && base->cause == Pos{} && base->game == id && !refused(row) &&
               !std::holds_alternative<wire::DeskActed>(row.event) &&
               !unanswered(row, record_[first]);
    };
    do ++next_;
    while (!done() && goes_on(record_[next_]));
    const std::span<const GameRow> rows = record_.subspan(first, next_ - first);
    const auto found = games_.find(id);
    if (found == games_.end()) {
        complaints_.add(id, {}, rows.front().pos, "a ruling on a game that the record has not");
        return;
    }
    Game& game = found->second;
    if (game.lost) return;
    const std::size_t before = complaints_.size();
    const Around around;
    const Case what{*last_, around, rows};
    Arbiter arbiter(game, what, clock_, complaints_, options_);
    const auto must = arbiter.ruled();
    if (!game.beyond) match(*last_, game, rows, must);
    game.lost = game.beyond || complaints_.size() > before;
}

void RecordJudge::refusal() {
    const std::size_t first = next_;
    const GameRow& row = record_[first];
    const wire::CommandSettled& settled = *refused(row);
    ++next_;
    // What follows from the refusal has the same cause.
    while (!done() && cause_of(record_[next_]) == settled.cause && !refused(record_[next_]) &&
           (!last_ || settled.cause <= last_->pos))
        ++next_;
    const auto found = games_.find(settled.game);
    if (found == games_.end()) {
        complaints_.add(settled.game, settled.cause, row.pos, "the game is not in the record");
        return;
    }
    if (found->second.lost) return;
    const std::size_t before = complaints_.size();
    const std::span<const GameRow> answer = record_.subspan(first, next_ - first);
    const Around around;
    const Case what{*last_, around, answer};
    Arbiter arbiter(found->second, what, clock_, complaints_, options_);
    const auto must = arbiter.refused(settled.id, settled.refused);
    match(*last_, found->second, answer, must);
    found->second.lost = found->second.lost || complaints_.size() > before;
}

void RecordJudge::follow_log(const ClockRow& row, std::span<const GameRow> answer) {
    if (!std::holds_alternative<wire::LogOpened>(row.event)) return;
    const auto* followed =
        answer.size() == 1 ? std::get_if<wire::LinkFollowed>(&answer.front().event) : nullptr;
    if (!followed && answer.empty() && done()) {
        stopped_ = true;
        if (options_.finished || (options_.followed && *options_.followed >= row.pos))
            complaints_.add("", row.pos, {}, "the log is not followed");
    } else if (!followed || followed->log != clock_.log() || followed->time != clock_.time_mode()) {
        complaints_.add("", row.pos, answer.empty() ? Pos{} : answer.front().pos,
                        "the record does not begin with the log it follows");
    }
}

bool RecordJudge::at_its_end(const std::string& game, const ClockRow& row,
                             const std::vector<wire::GameEvent>& must) {
    if (must.empty() || !done()) return false;
    stopped_ = true;
    const bool handled = options_.followed && *options_.followed >= row.pos;
    if (options_.finished || handled)
        complaints_.add(game, row.pos, {},
                        "the event is not handled: no " + std::string(wire::type_of(must.front())));
    return true;
}

// The board at which clockd detected something about a device or equipment.
static std::optional<Board> board_of_device(const wire::ClockEvent& event) {
    if (const auto* twice = std::get_if<wire::DeviceCameTwice>(&event)) return twice->board;
    if (const auto* changed = std::get_if<wire::EquipmentChanged>(&event))
        return changed->facts.board.value_or(Board{});
    return std::nullopt;
}

void RecordJudge::see(const ClockRow& row) {
    if (stopped_) return;
    refusals(row.pos);
    last_ = &row;
    const std::span<const GameRow> answer = answer_to(row.pos);
    const wire::BoardEvent* event = board_event(row.event);
    const std::optional<Board> seen = board_of_device(row.event);
    if (!event && !seen) return follow_log(row, answer);
    if (seen && !at_board_.contains(*seen)) return;  // no game is concerned

    const std::string id = event ? event->game : at_board_.at(*seen);
    const auto [found, is_new] = games_.try_emplace(id);
    Game& game = found->second;
    if (is_new) {
        game.id = id;
        game.board = event->board;
    }
    if (event && std::holds_alternative<wire::GameOpened>(row.event)) at_board_[event->board] = id;
    if (game.lost) return;
    const std::size_t before = complaints_.size();
    const Case what{row, clock_.around(), answer};
    Arbiter arbiter(game, what, clock_, complaints_, options_);
    const auto must = arbiter.answer();
    if (game.beyond) {
        game.lost = true;
        return;
    }
    if (answer.empty() && at_its_end(id, row, must)) return;
    match(row, game, answer, must);
    game.lost = game.lost || complaints_.size() > before;
}

void RecordJudge::match(const ClockRow& row, Game& game, std::span<const GameRow> answer,
                        const std::vector<wire::GameEvent>& must) {
    std::vector<bool> used(answer.size(), false);
    for (const wire::GameEvent& wanted : must) {
        std::size_t best = answer.size();
        std::string differs;
        for (std::size_t at = 0; at < answer.size(); ++at) {
            if (used[at] || answer[at].event.index() != wanted.index()) continue;
            std::string here = difference(answer[at].event, wanted);
            if (best != answer.size() && !here.empty()) continue;
            best = at;
            differs = std::move(here);
            if (differs.empty()) break;
        }
        if (best == answer.size()) {
            complaints_.add(game.id, row.pos, {}, "no " + std::string(wire::type_of(wanted)) + " " +
                                                      wire::encode_body(wanted));
            continue;
        }
        used[best] = true;
        if (!differs.empty())
            complaints_.add(game.id, row.pos, answer[best].pos, std::move(differs));
    }
    for (std::size_t at = 0; at < answer.size(); ++at) {
        const wire::GameEventBase* base = base_of(answer[at].event);
        if (base && (base->game != game.id || base->board != game.board))
            complaints_.add(game.id, row.pos, answer[at].pos,
                            "the row is of another game or board");
        if (!used[at])
            complaints_.add(game.id, row.pos, answer[at].pos,
                            std::string(wire::type_of(answer[at].event)) + " is not called for");
    }
    note(game, answer);
}

std::vector<std::string> RecordJudge::gave_up() const {
    std::vector<std::string> why;
    for (const auto& [id, game] : games_)
        if (!game.left.empty()) why.push_back(game.left);
    return why;
}

void RecordJudge::end() {
    if (last_) refusals({last_->pos.value + 1});
    if (!done())
        complaints_.add("", cause_of(record_[next_]), record_[next_].pos,
                        "a row about an event that clockd's log does not have");
    if (!options_.finished) return;
    for (const auto& [id, game] : games_) {
        if (game.lost) continue;
        for (const Outstanding& command : game.outbox)
            complaints_.add(id, command.cause, {}, "command " + show(command.id) +
                                                       " is not settled");
        if (game.result && !game.ended_at_clock && !game.clock_let_be)
            complaints_.add(id, {}, {}, "the result is in the record alone");
    }
}

}  // namespace flagfall::oracle
