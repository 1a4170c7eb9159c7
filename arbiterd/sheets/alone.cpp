// Sheets without a record: a beam search for the line of legal moves that explains all sheets with
// the fewest errors, by the costs of align.hpp.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "arbiterd/sheets/align.hpp"
#include "common/base/limits.hpp"

namespace flagfall::sheets {
namespace {

constexpr std::size_t beam = 64;       // lines followed at the same time
constexpr std::size_t most_extra = 2;  // entries skipped before a move: a pair may be written twice

// A partial line: how it was reached, and how many entries of each sheet it has used.
struct State {
    chess::Position position;
    chess::Origins origins;
    std::vector<std::size_t> used;
    std::vector<chess::Move> line;
    int cost = 0;
};

struct Source {
    const Sheet* sheet;
    chess::Writing writing;
};

class Search {
public:
    Search(const chess::Position& start, std::vector<Source> sources)
        : first_(first_ply(start)), sources_(std::move(sources)) {
        states_.push_back({start, {}, std::vector<std::size_t>(sources_.size()), {}, 0});
    }

    // The cheapest lines; several if their costs are equal.
    std::vector<std::vector<chess::Move>> run() {
        while (!states_.empty() && states_.front().line.size() <= limits::game_plies) {
            std::vector<State> next;
            for (const State& state : states_) {
                finish(state);
                grow(state, next);
            }
            states_ = pruned(std::move(next));
        }
        return std::move(best_);
    }

private:
    const Entry* entry(const State& state, std::size_t source, std::size_t ahead) const {
        const auto& entries = sources_[source].sheet->entries;
        const std::size_t at = state.used[source] + ahead;
        return at < entries.size() ? &entries[at] : nullptr;
    }

    // The line may end here; entries that are left are extra.
    void finish(const State& state) {
        int cost = state.cost;
        for (std::size_t source = 0; source < sources_.size(); ++source) {
            const std::size_t size = sources_[source].sheet->entries.size();
            cost += static_cast<int>(size - state.used[source]) * cost::extra;
        }
        if (!best_.empty() && cost > best_cost_) return;
        if (best_.empty() || cost < best_cost_) best_.clear();
        best_cost_ = cost;
        if (std::ranges::find(best_, state.line) == best_.end()) best_.push_back(state.line);
    }

    // The move of the next entries of all sheets, if they agree: then no other move was played.
    std::optional<chess::Move> said_by_all(const State& state) const {
        std::optional<chess::Move> move;
        for (std::size_t source = 0; source < sources_.size(); ++source) {
            const Entry* written = entry(state, source, 0);
            if (written == nullptr) continue;
            if (written->gap) return std::nullopt;
            const auto read = chess::read_written(state.position, written->text,
                                                  sources_[source].writing, &state.origins);
            if (!read || (move && *move != read->move)) return std::nullopt;
            move = read->move;
        }
        return move;
    }

    // The different moves of the next entries.
    std::vector<chess::Move> moves_written(const State& state) const {
        std::vector<chess::Move> moves;
        for (std::size_t source = 0; source < sources_.size(); ++source)
            for (std::size_t ahead = 0; ahead <= most_extra; ++ahead) {
                const Entry* written = entry(state, source, ahead);
                if (written == nullptr || written->gap) break;
                const auto read = chess::read_written(state.position, written->text,
                                                      sources_[source].writing, &state.origins);
                if (read) moves.push_back(read->move);
                if (!read)
                    moves.insert(moves.end(), read.error().candidates.begin(),
                                 read.error().candidates.end());
            }
        std::ranges::sort(moves);
        moves.erase(std::ranges::unique(moves).begin(), moves.end());
        return moves;
    }

    struct Option {
        std::size_t uses = 0;
        int cost = 0;
    };

    // The ways in which one sheet fits a move.
    std::vector<Option> options(const State& state, std::size_t source, chess::Move move,
                                bool said_by_all) const {
        const auto ply = first_ + static_cast<std::uint32_t>(state.line.size());
        const Entry* head = entry(state, source, 0);
        const bool ended = head == nullptr;
        if (said_by_all && !ended) return {{1, cost::place(*head, ply)}};
        std::vector<Option> found{{0, ended ? cost::ended : cost::missing}};
        for (std::size_t ahead = 0; ahead <= most_extra; ++ahead) {
            const Entry* written = entry(state, source, ahead);
            if (written == nullptr || (written->gap && ahead > 0)) break;
            const Finding finding = judge(*written, state.position, state.origins, move,
                                          sources_[source].writing);
            const bool fits = finding.standing == Standing::agrees ||
                              finding.standing == Standing::ambiguous;
            const int skipped = static_cast<int>(ahead) * cost::extra + cost::place(*written, ply);
            if (finding.standing == Standing::agrees) found.push_back({ahead + 1, skipped});
            if (finding.standing == Standing::ambiguous)
                found.push_back({ahead + 1, skipped + cost::ambiguous});
            if (ahead == 0 && !fits)
                found.push_back({1, skipped + (written->gap ? cost::gap : cost::wrong)});
            if (written->gap) break;  // a gap stands for a move, so it is not extra
        }
        return found;
    }

    void grow(const State& state, std::vector<State>& next) const {
        if (state.line.size() == limits::game_plies) return;
        const auto all = said_by_all(state);
        for (const chess::Move move : all ? std::vector{*all} : moves_written(state)) {
            State grown = state;
            grown.origins.advance(state.position, move);
            grown.position = after(state.position, move);
            grown.line.push_back(move);
            std::vector<State> ways{std::move(grown)};
            for (std::size_t source = 0; source < sources_.size(); ++source) {
                std::vector<State> more;
                for (const Option& option : options(state, source, move, all.has_value()))
                    for (const State& way : ways) {
                        more.push_back(way);
                        more.back().used[source] += option.uses;
                        more.back().cost += option.cost;
                    }
                ways = std::move(more);
            }
            std::ranges::move(ways, std::back_inserter(next));
        }
    }

    // The cheapest states. Of states with the same position and used entries, only the cheapest
    // stays; two if their costs are equal, to show that the line is not unique.
    static std::vector<State> pruned(std::vector<State> states) {
        std::ranges::stable_sort(states, {}, &State::cost);
        std::map<std::pair<std::uint64_t, std::vector<std::size_t>>, std::pair<int, int>> seen;
        std::vector<State> kept;
        for (State& state : states) {
            if (kept.size() == beam) break;
            auto& [cost, times] = seen[{state.position.key(), state.used}];
            if (times > 0 && (state.cost > cost || times > 1)) continue;
            if (times == 1 && kept_line(kept, state.line)) continue;
            cost = state.cost;
            ++times;
            kept.push_back(std::move(state));
        }
        return kept;
    }

    static bool kept_line(const std::vector<State>& kept, const std::vector<chess::Move>& line) {
        return std::ranges::find(kept, line, &State::line) != kept.end();
    }

    std::uint32_t first_;
    std::vector<Source> sources_;
    std::vector<State> states_;
    std::vector<std::vector<chess::Move>> best_;
    int best_cost_ = 0;
};

// The moves that all lines begin with.
std::vector<chess::Move> common_start(const std::vector<std::vector<chess::Move>>& lines) {
    std::vector<chess::Move> start = lines.front();
    for (const auto& line : lines) {
        const auto part = std::ranges::mismatch(start, line).in1;
        start.erase(part, start.end());
    }
    return start;
}

}  // namespace

namespace {

using Lines = std::vector<std::vector<chess::Move>>;

Lines lines_of(const chess::Position& start, std::span<const Input> sheets,
               const std::vector<chess::Writing>& writings) {
    std::vector<Source> sources;
    for (std::size_t at = 0; at < sheets.size(); ++at)
        sources.push_back({&sheets[at].sheet, writings[at]});
    return Search(start, std::move(sources)).run();
}

Record record_of(const chess::Position& start, const Lines& lines) {
    Record record{start, {}};
    for (const chess::Move move : common_start(lines)) record.moves.push_back({move, false});
    return record;
}

// "2. a3 or h3: ...": where equally good lines differ.
std::string parting(const Report& report, const Lines& lines) {
    const std::size_t end = report.line.moves.size();
    const Path path(report.line);
    std::vector<chess::Move> moves;
    std::string text = move_label(path.first + static_cast<std::uint32_t>(end));
    for (const auto& line : lines) {
        if (line.size() <= end || std::ranges::find(moves, line[end]) != moves.end()) continue;
        text += (moves.empty() ? " " : " or ") + chess::san(path.positions[end], line[end]);
        moves.push_back(line[end]);
    }
    return text + ": several lines from here on explain the sheets alike";
}

}  // namespace

Report reconcile_alone(const chess::Position& start, std::span<const Input> sheets) {
    std::vector<chess::Writing> writings;
    std::vector<std::string> questions;
    for (const Input& input : sheets) {
        const auto readings = read_moves(input.sheet, start, input.choice);
        writings.push_back(readings.front().writings.front());
        if (readings.size() < 2 || readings.front().trouble) continue;
        std::string text = input.name + ": how is it written? It can be read as";
        for (const SheetReading& reading : readings)
            text += " " + name(reading.writings.front()) + ",";
        questions.push_back(text + " here the first");
    }
    Lines lines = lines_of(start, sheets, writings);
    Report report = reconcile(record_of(start, lines), sheets);
    // No language reads this sheet to its end; the moves of the others show how it is written.
    bool other_writing = false;
    for (std::size_t at = 0; at < sheets.size(); ++at) {
        const auto& likely = report.sheets[at].writings;
        if (std::ranges::find(likely, writings[at]) != likely.end()) continue;
        writings[at] = likely.front();
        other_writing = true;
    }
    if (other_writing) {
        lines = lines_of(start, sheets, writings);
        report = reconcile(record_of(start, lines), sheets);
    }
    report.has_record = false;
    if (lines.size() > 1) questions.push_back(parting(report, lines));
    report.questions.insert(report.questions.begin(), questions.begin(), questions.end());
    return report;
}

}  // namespace flagfall::sheets
