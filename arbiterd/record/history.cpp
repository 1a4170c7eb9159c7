#include "arbiterd/record/history.hpp"

#include <nlohmann/json.hpp>

#include "arbiterd/game/laws/squares.hpp"
#include "arbiterd/record/watched.hpp"
#include "common/base/now.hpp"
#include "common/wire/words.hpp"

namespace flagfall::record {

namespace {

using nlohmann::ordered_json;

// The game while its events are read, and what stands on the board if it is no legal position.
class Table {
public:
    void take(const wire::GameEvent& event, Instant at) {
        const auto played = watched_.empty() ? std::nullopt : after_illegal(event);
        watched_.take(event, at);
        if (watched_.empty()) return;
        const game::Live& live = watched_.live();
        // The board is corrected together with the clock; until then the old position stays.
        if (played)
            odd_ = *played;
        else if (live.hold == game::Hold::none || live.ply != ply_)
            odd_.clear();
        ply_ = live.ply;
    }

    const Watched& watched() const { return watched_; }

    std::string fen() const {
        if (!odd_.empty()) return odd_;
        const game::Live& live = watched_.live();
        const chess::Position& position = watched_.game().history.current();
        if (live.unruled && !live.unruled->squares.empty())
            if (const auto after = game::after_squares(position.setup(), live.unruled->squares))
                return chess::fen(*after);
        return chess::fen(game::on_board(live, position));
    }

    bool is_illegal() const { return !odd_.empty() || watched_.live().unruled.has_value(); }

private:
    // The board after an illegal move; nothing when this is none, or when it cannot be known.
    std::optional<std::string> after_illegal(const wire::GameEvent& event) const {
        if (const auto* stood = std::get_if<wire::IllegalMoveStood>(&event);
            stood && !stood->goes_on)
            return stood->fen;
        const auto* found = std::get_if<wire::IrregularityFound>(&event);
        if (!found || found->stands || found->text.empty() ||
            found->kind != wire::Irregularity::illegal_move)
            return std::nullopt;
        const chess::Setup board = watched_.game().history.current().setup();
        const std::string squares = game::squares_of(board, found->text);
        const auto after = squares.empty() ? std::nullopt : game::after_squares(board, squares);
        return after ? std::optional(chess::fen(*after)) : std::nullopt;
    }

    Watched watched_;
    Ply ply_;
    std::string odd_;
};

ordered_json moment_json(const Table& board) {
    const game::Live& live = board.watched().live();
    ordered_json offers = ordered_json::array();
    for (const Side side : {Side::white, Side::black})
        if (live.offer[side]) offers.push_back(name(side));
    ordered_json json{{"ply", live.ply.count},
                      {"clock", ordered_json::parse(clock_text(board.watched()))},
                      {"flags", ordered_json::parse(flags_text(board.watched()))},
                      {"offers", std::move(offers)},
                      {"questions", live.questions.size()},
                      {"result", live.result ? text(live.result->score) : std::string_view("*")}};
    if (live.presses) {
        json["presses"] = live.presses->count;
        return json;
    }
    json["fen"] = board.fen();
    if (board.is_illegal()) json["illegal"] = true;
    return json;
}

// The event of clockd's log that this one answers.
Pos cause_of(const wire::GameEvent& event) {
    return std::visit(
        []<class Event>(const Event& e) {
            if constexpr (std::is_base_of_v<wire::GameEventBase, Event>)
                return e.cause;
            else
                return Pos{};
        },
        event);
}

// Rows that answer one event or follow from one act share an instant; each move has its own.
class Moments {
public:
    void take(const wire::GameEvent& event, const store::Row& row) {
        const Pos cause = cause_of(event);
        board_.take(event, row.at);
        if (board_.watched().empty()) return;
        const Ply ply = board_.watched().live().ply;
        const bool same = row.at == at_ && cause == cause_ && ply == ply_;
        at_ = row.at, cause_ = cause, ply_ = ply;
        ordered_json now = moment_json(board_);
        if (same && began_here_) all_.erase(all_.size() - 1), shown_.pop_back();
        began_here_ = shown_.empty() || shown_.back() != now;
        if (!began_here_) return;
        ordered_json moment{
            {"pos", row.pos.value}, {"at", rfc3339(row.wall_ms)}, {"atUs", row.at.us}};
        moment.update(now);
        all_.push_back(std::move(moment));
        shown_.push_back(std::move(now));
    }

    ordered_json all() { return std::move(all_); }

private:
    Table board_;
    Instant at_;
    Pos cause_;
    Ply ply_;
    bool began_here_ = false;  // the last entry began at the instant that is being read
    ordered_json all_ = ordered_json::array();
    std::vector<ordered_json> shown_;  // one for each instant
};

}  // namespace

std::string history_json(Record& record, const GameRow& game, std::string_view time_mode) {
    Moments moments;
    record.events_of_game(game.game, [&](const wire::GameEvent& event, const store::Row& row) {
        moments.take(event, row);
    });
    return ordered_json{{"gameId", game.game},
                        {"time", time_mode},
                        {"version", game.version},
                        {"moments", moments.all()}}
        .dump();
}

}  // namespace flagfall::record
