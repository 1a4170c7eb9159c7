// Scoresheets as programs read them.
#include <nlohmann/json.hpp>

#include "arbiterd/record/desk_json.hpp"
#include "arbiterd/record/report_json.hpp"
#include "arbiterd/sheets/reconcile.hpp"
#include "common/base/now.hpp"
#include "common/chess/written.hpp"

namespace flagfall::record {

namespace {

using nlohmann::ordered_json;

sheets::Input input_of(const SheetRow& row, const game::Game& state) {
    sheets::Sheet sheet = sheets::read_sheet(row.sheet);
    if (state.base.count > 0)
        sheets::leave_out_before(sheet, sheets::first_ply(state.history.at(0)));
    return {row.whose, std::move(sheet),
            {chess::notation_from(row.notation), chess::language_from(row.language)}};
}

ordered_json sheet_json(const SheetRow& row, const sheets::Input& input) {
    ordered_json remarks = ordered_json::array();
    for (const sheets::Remark& remark : input.sheet.remarks)
        remarks.push_back({{"line", remark.place.line},
                           {"column", remark.place.column},
                           {"text", remark.text}});
    return {{"whose", row.whose},     {"language", row.language},
            {"notation", row.notation}, {"by", row.by},
            {"enteredAt", rfc3339(row.wall_ms)}, {"remarks", std::move(remarks)},
            {"sheet", row.sheet}};
}

// What the Laws require of the sheets, one sentence each.
std::vector<std::string> notes_on(const sheets::Report& report, const game::Game& state) {
    std::vector<std::string> notes;
    const auto& presses = state.live.presses;
    if (presses && *presses != state.live.ply)
        notes.push_back("the clock counted " + std::to_string(presses->count) +
                        " presses, the record has " + std::to_string(state.live.ply.count) +
                        " plies");
    for (const sheets::SheetReport& sheet : report.sheets)
        notes.push_back("8.6: the sheet of " + sheet.name +
                        (report.has_record && sheet.complete
                             ? " is complete and can show which moves were not made"
                             : " is not complete and shows nothing about moves not made"));
    for (const sheets::OfferReport& offer : report.offers) {
        std::string who;
        for (const std::size_t sheet : offer.sheets)
            who += (who.empty() ? "" : ", ") + report.sheets[sheet].name;
        notes.push_back("8.1.5: draw offer at ply " + std::to_string(offer.ply) + ": marked by " +
                        (who.empty() ? "nobody" : who) +
                        (offer.recorded ? ", recorded" : ", not recorded"));
    }
    return notes;
}

}  // namespace

std::string desk_sheets_json(const GameRow& game, const game::Game& state,
                             const std::vector<SheetRow>& rows, std::string_view time_mode) {
    std::vector<sheets::Input> inputs;
    ordered_json list = ordered_json::array();
    for (const SheetRow& row : rows) {
        inputs.push_back(input_of(row, state));
        list.push_back(sheet_json(row, inputs.back()));
    }
    ordered_json json{{"gameId", game.game},
                      {"white", game.player[Side::white]},
                      {"black", game.player[Side::black]},
                      {"time", time_mode},
                      {"result", game.result},
                      {"plies", state.live.ply.count}};
    if (state.live.presses) json["presses"] = state.live.presses->count;
    json["sheets"] = std::move(list);
    if (!inputs.empty()) {
        const chess::Position& start = state.history.at(0);
        const bool alone = state.live.presses && state.moves.empty();
        const sheets::Report report = alone ? sheets::reconcile_alone(start, inputs)
                                            : sheets::reconcile({start, state.moves}, inputs);
        json["comparison"] = ordered_json::parse(record::json_of(report));
        json["notes"] = notes_on(report, state);
        json["text"] = sheets::text(report);
    }
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace flagfall::record
