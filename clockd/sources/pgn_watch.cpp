#include "clockd/sources/pgn_watch.hpp"

#include <algorithm>

#include "common/base/limits.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::sources {

namespace {

std::vector<std::string> moves_of(const chess::PgnGame& game) {
    std::vector<std::string> out;
    chess::Position position = game.start;
    for (const chess::PgnMove& move : game.moves) {
        out.push_back(chess::uci(position, move.move));
        position = chess::after(position, move.move);
    }
    return out;
}

void fault(PgnWatch::Seen& seen, std::string what) {
    if (seen.trouble.faults++ == 0) seen.trouble.what = std::move(what);
}

}  // namespace

PgnWatch::Seen PgnWatch::read(std::string_view text) {
    Seen seen;
    ++readings_;
    chess::PgnReader reader(text);
    chess::PgnGame game;
    for (;;) {
        switch (reader.read_into(game)) {
            case chess::PgnReader::Read::end: return seen;
            case chess::PgnReader::Read::game: take(game, seen); break;
            case chess::PgnReader::Read::error:
                fault(seen, "line " + std::to_string(reader.error().line) + ": " +
                                reader.error().what);
                break;
        }
    }
}

void PgnWatch::take(const chess::PgnGame& game, Seen& seen) {
    const auto tag = [&](std::string_view name) { return std::string(game.tag(name)); };
    const PgnKey key{tag("Event"), tag("Round"), tag("Board"), tag("White"), tag("Black")};
    const auto known = games_.find(key);
    if (known == games_.end() && games_.size() >= limits::boards)
        return fault(seen, "more than " + std::to_string(limits::boards) + " games");
    if (known != games_.end() && known->second.reading == readings_)
        return fault(seen, "two games of " + key.white + " and " + key.black + ", round " +
                               key.round);
    const bool fresh = known == games_.end();
    Game& had = games_[key];
    had.reading = readings_;
    PgnChange change{.key = key, .moves = moves_of(game), .result = {}};
    change.result = chess::text(game.result);
    const auto differ = std::ranges::mismatch(had.moves, change.moves);
    change.same = static_cast<std::size_t>(differ.in1 - had.moves.begin());
    // A text that is still being written ends early; a correction that takes moves back stays.
    const bool cut = change.moves.size() < had.moves.size() && change.same == change.moves.size();
    if (cut && had.cut_to != change.moves.size()) {
        had.cut_to = change.moves.size();
        return;
    }
    had.cut_to.reset();
    change.rewritten = change.same < had.moves.size();
    change.moves_changed = change.rewritten || change.moves.size() != had.moves.size();
    change.result_changed = !fresh && change.result != had.result;
    had.moves = change.moves;
    had.result = change.result;
    if (fresh || change.moves_changed || change.result_changed)
        seen.changes.push_back(std::move(change));
}

}  // namespace flagfall::sources
