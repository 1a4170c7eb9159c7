#include <nlohmann/json.hpp>

#include "arbiterd/record/report_json.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::record {

namespace {

using nlohmann::ordered_json;

// The positions before each move of the line, and after the last.
std::vector<chess::Position> positions_of(const sheets::Record& line) {
    std::vector<chess::Position> positions{line.start};
    for (const sheets::RecordedMove& move : line.moves)
        positions.push_back(after(positions.back(), move.move));
    return positions;
}

class Writer {
public:
    explicit Writer(const sheets::Report& report)
        : report_(report), first_(sheets::first_ply(report.line.start)),
          positions_(positions_of(report.line)) {}

    ordered_json json() const {
        ordered_json json{{"hasRecord", report_.has_record}, {"moves", ordered_json::array()}};
        for (std::size_t at = 0; at < report_.line.moves.size(); ++at)
            json["moves"].push_back(san(positions_[at], report_.line.moves[at].move));
        json["sheets"] = ordered_json::array();
        for (const auto& sheet : report_.sheets) json["sheets"].push_back(of(sheet));
        json["against"] = ordered_json::array();
        for (const auto& each : report_.against) {
            ordered_json against{{"ply", each.ply}, {"written", each.written}};
            if (!each.move.is_none()) against["san"] = san_at(each.ply, each.move);
            against["sheets"] = each.sheets;
            json["against"].push_back(std::move(against));
        }
        json["drawOffers"] = ordered_json::array();
        for (const auto& offer : report_.offers)
            json["drawOffers"].push_back(
                {{"ply", offer.ply}, {"recorded", offer.recorded}, {"sheets", offer.sheets}});
        json["proven"] = {{"plies", report_.proven},
                          {"byAll", report_.proven_by_all},
                          {"fen", fen(report_.proven_position())}};
        json["questions"] = report_.questions;
        return json;
    }

private:
    std::string san_at(std::uint32_t ply, chess::Move move) const {
        return san(positions_.at(ply - first_), move);
    }

    ordered_json of(const sheets::Finding& finding) const {
        ordered_json json{{"ply", finding.ply}, {"standing", name(finding.standing)}};
        if (finding.entry) {
            json["written"] = finding.written;
            json["line"] = finding.place.line;
            json["column"] = finding.place.column;
        }
        if (finding.standing == sheets::Standing::contradicts) json["legal"] = finding.legal;
        if (!finding.read.is_none()) json["san"] = san_at(finding.ply, finding.read);
        if (finding.draw_offer) json["drawOffer"] = true;
        return json;
    }

    ordered_json of(const sheets::SheetReport& sheet) const {
        ordered_json json{{"name", sheet.name}, {"writings", ordered_json::array()}};
        for (const chess::Writing writing : sheet.writings)
            json["writings"].push_back(sheets::name(writing));
        json["undecided"] = sheet.undecided;
        json["proves"] = {{"white", sheet.proves[Side::white]},
                          {"black", sheet.proves[Side::black]},
                          {"inARow", sheet.in_a_row}};
        json["complete"] = sheet.complete;
        json["incompletePairs"] = sheet.incomplete_pairs;
        json["wrongPairs"] = sheet.wrong_pairs;
        json["reasonablyComplete"] = sheet.reasonably_complete();
        if (sheet.first_contradiction)
            json["firstContradiction"] = sheet.findings[*sheet.first_contradiction].ply;
        json["findings"] = ordered_json::array();
        for (const auto& finding : sheet.findings) json["findings"].push_back(of(finding));
        return json;
    }

    const sheets::Report& report_;
    std::uint32_t first_;
    std::vector<chess::Position> positions_;
};

}  // namespace

std::string json_of(const sheets::Report& report) {
    // Texts from files need not be UTF-8.
    return Writer(report).json().dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace flagfall::record
