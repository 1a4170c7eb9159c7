#include "arbiterd/record/kept_rounds.hpp"

#include <algorithm>
#include <utility>

#include "common/base/check.hpp"

namespace flagfall::record {

namespace {

bool is_cancelled(const GameRow& game) { return game.reason == Ending::cancelled; }

// When more rows than this are new, reading the whole round is cheaper.
constexpr std::int64_t most_rows_followed = 20'000;

}  // namespace

void KeptRounds::update(Record& record, Pos up_to) {
    const Pos before = std::exchange(up_to_, up_to);
    if (before == up_to || entries_.empty()) return;
    if (up_to.value - before.value > most_rows_followed) return entries_.clear();
    try {
        for (const std::string& id : record.changed_games(before, up_to)) {
            auto game = record.game(id);
            if (!game) continue;
            const auto found = entries_.find({game->event, game->round});
            if (found != entries_.end()) found->second.games[id] = std::move(*game);
        }
    } catch (const RecordError&) {
        entries_.clear();  // the update stopped half-way: drop everything
        throw;
    }
}

const KeptRound& KeptRounds::at(Record& record, const CommittedTournaments& tournaments,
                                const RoundId& id) {
    const auto [found, is_new] = entries_.try_emplace({id.event, id.round});
    Entry& entry = found->second;
    entry.used = ++uses_;
    try {
        if (is_new) entry.kept.data.id = id;
        if (is_new || entry.checked != up_to_) refresh(record, tournaments, entry);
    } catch (const RecordError&) {
        entries_.erase(found);
        throw;
    }
    if (is_new) make_room();
    return entry.kept;
}

void KeptRounds::refresh(Record& record, const CommittedTournaments& tournaments, Entry& entry) {
    RoundData& data = entry.kept.data;
    data.round = tournaments.round_named(data.id.event, data.id.round);
    FF_CHECK(data.round != nullptr);
    data.tournament = tournaments.find(data.id.event);
    const Pos whole = tournaments.changed(data.id.event);
    const bool is_new = entry.kept.serial == 0;
    bool changed = is_new || whole != entry.kept.whole ? rebuild(record, tournaments, entry)
                                                       : refresh_boards(tournaments, entry);
    entry.kept.whole = whole;
    changed = std::exchange(entry.event_changed, data.tournament->changed) !=
                  data.tournament->changed ||
              changed;
    const Pos acknowledged = tournaments.acknowledged(data.id.event, data.round->number);
    if (is_new || acknowledged != entry.acknowledged) {
        data.acknowledged = record.acknowledgements(data.id);
        entry.acknowledged = acknowledged;
        changed = true;
    }
    std::int64_t version = acknowledged.value;
    for (const auto& [id, game] : entry.games) version += game.version;
    changed = changed || version != data.version;
    data.version = version;
    if (data.time_mode.empty()) data.time_mode = record.time_mode();
    if (changed) entry.kept.serial = ++serials_;
    entry.checked = up_to_;
}

// Reads the games again, too: acts such as the confirmation of a round change them without an event
// of their own.
bool KeptRounds::rebuild(Record& record, const CommittedTournaments& tournaments, Entry& entry) {
    RoundData& data = entry.kept.data;
    std::vector<GameRow> games;
    entry.games.clear();
    for (GameRow& game : record.all_games(data.id)) {
        if (!is_cancelled(game)) games.push_back(game);
        std::string id = game.game;
        entry.games.emplace(std::move(id), std::move(game));
    }
    const ChangedAt of_office = tournaments.changed_in(data.id.event, data.round->number);
    data.boards = boards_of(*data.tournament, *data.round, games,
                            tournaments.shown_in(data.id.event, data.round->number));
    entry.kept.changed.clear();
    for (const BoardRow& board : data.boards)
        entry.kept.changed.push_back(
            std::max(of_office(board.game.board), Pos{board.game.version}));
    entry.kept.results_serial = ++serials_;
    return true;
}

bool KeptRounds::refresh_boards(const CommittedTournaments& tournaments, Entry& entry) {
    RoundData& data = entry.kept.data;
    const ChangedAt of_office = tournaments.changed_in(data.id.event, data.round->number);
    const ChangedAt shown = tournaments.shown_in(data.id.event, data.round->number);
    bool changed = false;
    bool results = false;
    for (std::size_t i = 0; i < data.boards.size(); ++i) {
        BoardRow& board = data.boards[i];
        const tournament::EventPairing& pairing = *board.pairing;
        const auto found = entry.games.find(pairing.game);
        const bool present = found != entry.games.end() && !is_cancelled(found->second);
        const GameRow* game = present ? &found->second : nullptr;
        const Pos acted = of_office(pairing.board);
        const Pos now = std::max(acted, Pos{game ? game->version : 0});
        if (now == entry.kept.changed[i]) continue;
        BoardRow next = board_of(*data.tournament, *data.round, pairing, game,
                                 shown(pairing.board));
        results = results || next.result != board.result ||
                  next.game.status != board.game.status;
        board = std::move(next);
        entry.kept.changed[i] = now;
        changed = true;
    }
    if (results) entry.kept.results_serial = ++serials_;
    return changed;
}

// Evicts the rounds that were used least recently.
void KeptRounds::make_room() {
    const auto boards = [&] {
        std::size_t sum = 0;
        for (const auto& [id, entry] : entries_) sum += entry.games.size() + 1;
        return sum;
    };
    while (entries_.size() > 1 && boards() > most_boards_)
        entries_.erase(std::ranges::min_element(
            entries_, {}, [](const auto& each) { return each.second.used; }));
}

}  // namespace flagfall::record
