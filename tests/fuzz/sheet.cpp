// A scoresheet: it is parsed, read in every notation and language, compared with a record and
// with a sheet without errors. Every entry and every move of the record is reported once.
#include <string>

#include "arbiterd/sheets/reconcile.hpp"
#include "common/chess/movegen.hpp"
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;
using namespace flagfall::sheets;

namespace {

constexpr std::string_view whole = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
const Choice english{chess::Notation::algebraic, chess::Language::english};

Record record() {
    Record record;
    const auto readings = read_moves(read_sheet(whole), record.start, english);
    for (const chess::Move move : readings.front().moves) record.moves.push_back({move, false});
    return record;
}

void check_legal(const std::vector<chess::Move>& moves) {
    chess::Position position = chess::start_position();
    for (const chess::Move move : moves) {
        FF_CHECK(chess::is_legal(position, move));
        position = after(position, move);
    }
}

void check_findings(const SheetReport& report, const Sheet& sheet, std::size_t moves) {
    std::size_t entries = 0;
    std::uint32_t plies = 0;
    for (const Finding& finding : report.findings) {
        if (finding.entry) FF_CHECK(*finding.entry == entries++);
        if (finding.standing == Standing::extra || finding.standing == Standing::beyond) {
            FF_CHECK(finding.ply > plies);
            continue;
        }
        FF_CHECK(finding.ply == ++plies);
    }
    FF_CHECK(entries == sheet.entries.size() && plies == moves);
}

}  // namespace

FUZZ_TARGET(sheet) {
    if (input.size() > 4'000) return;
    const Sheet sheet = read_sheet(input);
    for (const Entry& entry : sheet.entries) {
        FF_CHECK(entry.number > 0 && entry.place.line > 0 && entry.place.column > 0);
        FF_CHECK(entry.gap == entry.text.empty());
    }
    for (const SheetReading& reading : read_moves(sheet, chess::start_position(), {}))
        check_legal(reading.moves);
    const Record played = record();
    const std::vector inputs{Input{"a", sheet, {}}, Input{"b", read_sheet(whole), english}};
    const Report report = reconcile(played, inputs);
    check_findings(report.sheets[0], sheet, played.moves.size());
    check_findings(report.sheets[1], inputs[1].sheet, played.moves.size());
    FF_CHECK(report.sheets[1].complete && !text(report).empty());
    const Report alone = reconcile_alone(chess::start_position(), inputs);
    std::vector<chess::Move> line;
    for (const RecordedMove& move : alone.line.moves) line.push_back(move.move);
    check_legal(line);
    check_findings(alone.sheets[0], sheet, line.size());
    FF_CHECK(!text(alone).empty());
}
