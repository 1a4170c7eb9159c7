// The cheapest explanation of a sheet by a record, by dynamic programming over entries and
// moves.
#include "arbiterd/sheets/align.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace flagfall::sheets {
namespace {

// An entry is compared only with moves near its number: a sheet that is further off cannot be
// explained.
constexpr std::int64_t reach = 40;

enum class Step : std::uint8_t { none, both, missing, extra };

struct Cell {
    int cost = std::numeric_limits<int>::max();
    Step step = Step::none;

    void offer(int other, Step how) {
        if (other >= cost) return;
        cost = other;
        step = how;
    }
};

int cost_of(const Finding& finding) {
    switch (finding.standing) {
        case Standing::agrees: return 0;
        case Standing::ambiguous: return cost::ambiguous;
        case Standing::gap: return cost::gap;
        default: return cost::wrong;
    }
}

class Table {
public:
    Table(const Sheet& sheet, const Path& path, chess::Writing writing)
        : sheet_(sheet), path_(path), writing_(writing), width_(path.moves.size() + 1),
          cells_((sheet.entries.size() + 1) * width_) {
        fill();
    }

    std::vector<Finding> findings() const {
        std::vector<Finding> found;
        std::size_t entry = sheet_.entries.size();
        std::size_t move = path_.moves.size();
        std::size_t beyond = 0;
        while (entry + move > 0) {
            const Step step = at(entry, move).step;
            const bool behind = move == path_.moves.size();
            if (step != Step::missing) --entry;
            if (step != Step::extra) --move;
            if (step == Step::both) {
                found.push_back(held(entry, move));
            } else if (step == Step::missing) {
                Finding gap;
                gap.standing = Standing::gap;
                gap.ply = ply(move);
                found.push_back(gap);
            } else {
                found.push_back(with_entry(behind ? Standing::beyond : Standing::extra, entry));
                found.back().ply = ply(move);
                beyond += behind;
            }
        }
        std::ranges::reverse(found);
        for (std::size_t n = 0; n < beyond; ++n)
            found[found.size() - beyond + n].ply += static_cast<std::uint32_t>(n);
        return found;
    }

private:
    Cell& at(std::size_t entry, std::size_t move) { return cells_[entry * width_ + move]; }
    const Cell& at(std::size_t entry, std::size_t move) const {
        return cells_[entry * width_ + move];
    }
    std::uint32_t ply(std::size_t move) const {
        return path_.first + static_cast<std::uint32_t>(move);
    }

    bool near(std::size_t entry, std::size_t move) const {
        return std::llabs(std::int64_t{sheet_.entries[entry].ply()} - std::int64_t{ply(move)}) <=
               reach;
    }

    void fill() {
        at(0, 0).cost = 0;
        for (std::size_t entry = 0; entry <= sheet_.entries.size(); ++entry)
            for (std::size_t move = 0; move < width_; ++move) {
                Cell& cell = at(entry, move);
                if (entry > 0 && move > 0)
                    cell.offer(at(entry - 1, move - 1).cost + cost_of_both(entry - 1, move - 1),
                               Step::both);
                if (move > 0) cell.offer(at(entry, move - 1).cost + cost::missing, Step::missing);
                if (entry > 0) cell.offer(at(entry - 1, move).cost + cost::extra, Step::extra);
            }
    }

    int cost_of_both(std::size_t entry, std::size_t move) const {
        const int place = cost::place(sheet_.entries[entry], ply(move));
        if (!near(entry, move)) return cost::wrong + place;
        const Finding finding = judge(sheet_.entries[entry], path_.positions[move],
                                      path_.origins[move], path_.moves[move], writing_);
        return cost_of(finding) + place;
    }

    Finding with_entry(Standing standing, std::size_t at_entry) const {
        const Entry& entry = sheet_.entries[at_entry];
        return {standing, 0, at_entry, entry.text, entry.place, false, {}, entry.draw_offer};
    }

    Finding held(std::size_t entry, std::size_t move) const {
        Finding finding = judge(sheet_.entries[entry], path_.positions[move], path_.origins[move],
                                path_.moves[move], writing_);
        finding.ply = ply(move);
        finding.entry = entry;
        return finding;
    }

    const Sheet& sheet_;
    const Path& path_;
    chess::Writing writing_;
    std::size_t width_;
    std::vector<Cell> cells_;
};

}  // namespace

int cost::place(const Entry& entry, std::uint32_t ply) {
    if (entry.ply() == ply) return 0;
    return entry.ply() % 2 == ply % 2 ? other_number : other_side;
}

Path::Path(const Record& record) : first(first_ply(record.start)) {
    chess::Position position = record.start;
    chess::Origins began;
    for (const RecordedMove& each : record.moves) {
        positions.push_back(position);
        origins.push_back(began);
        moves.push_back(each.move);
        began.advance(position, each.move);
        position = after(position, each.move);
    }
    positions.push_back(position);
    origins.push_back(began);
}

Finding judge(const Entry& entry, const chess::Position& position, const chess::Origins& origins,
              chess::Move move, chess::Writing writing) {
    Finding finding;
    finding.written = entry.text;
    finding.place = entry.place;
    finding.draw_offer = entry.draw_offer;
    finding.standing = Standing::gap;
    if (entry.gap) return finding;
    const auto read = chess::read_written(position, entry.text, writing, &origins);
    if (read) {
        finding.read = read->move;
        finding.legal = true;
        finding.standing = read->move == move ? Standing::agrees : Standing::contradicts;
    } else if (read.error().error == chess::TextError::malformed) {
        finding.standing = Standing::unreadable;
    } else {
        const auto& fitting = read.error().candidates;
        finding.legal = !fitting.empty();
        const bool fits = std::ranges::find(fitting, move) != fitting.end();
        finding.standing = fits ? Standing::ambiguous : Standing::contradicts;
    }
    return finding;
}

std::vector<Finding> align(const Sheet& sheet, const Path& path, chess::Writing writing) {
    return Table(sheet, path, writing).findings();
}

}  // namespace flagfall::sheets
