// Writes Vega's .res: results of some boards of a round, to be imported there.
#include "arbiterd/formats/crosstable.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "arbiterd/formats/text.hpp"

namespace flagfall::formats {

std::expected<VegaCodes, ExportError> vega_codes(std::string_view text) {
    VegaCodes codes;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string_view part = text.substr(at, end - at);
        const std::size_t sign = part.rfind('=');
        const std::string_view code =
            sign == std::string_view::npos ? "" : trimmed(part.substr(sign + 1));
        const auto result = read_result(part.substr(0, std::min(sign, part.size())));
        if (code.empty() || code.find_first_not_of("0123456789") != std::string_view::npos ||
            !result || !result->score)
            return std::unexpected(ExportError{
                "codes are written 1-0=1,0-1=2,1/2-1/2=3: \"" + std::string(part) + "\" is none"});
        tournament::BoardResult board;
        board.kind = result->kind;
        board.score = result->score;
        if (!codes.emplace(result_text(board), code).second)
            return std::unexpected(ExportError{"two codes for " + result_text(board)});
        at = end + 1;
    }
    return codes;
}

const VegaCodes& default_vega_codes() {
    static const VegaCodes codes{{"1-0", "1"}, {"0-1", "2"}, {"1/2-1/2", "3"}};
    return codes;
}

ExportResult vega(const tournament::EventRound& round, const tournament::RoundResults& results,
                  const VegaCodes& codes) {
    Exported out;
    std::string lines;
    std::size_t count = 0;
    for (const tournament::EventPairing& pairing : round.pairings) {
        if (pairing.bye) continue;
        const std::string at = "board " + std::to_string(pairing.board.number) + ": ";
        const tournament::BoardResult& result = result_at(results, pairing.board);
        const std::string written = result_text(result);
        if (written.empty() || result.kind == wire::ResultKind::adjourned) {
            out.notes.push_back(at + "no result yet, left out");
            continue;
        }
        const auto code = codes.find(written);
        if (code == codes.end())
            return std::unexpected(ExportError{
                at + "there is no code for " + written +
                "; look it up in Vega's list of results, and add it to the codes"});
        ++count;
        const auto [white, black] = tournament::players_of(pairing, result).values;
        lines += std::to_string(white) + ' ' + std::to_string(black) + ' ' + code->second + '\n';
    }
    if (codes == default_vega_codes())
        out.notes.emplace_back("the codes 1, 2 and 3 are not from documentation of Vega;"
                               " check them against its list of results");
    out.text = std::to_string(count) + ' ' + std::to_string(round.number) + '\n' + lines;
    return out;
}

}  // namespace flagfall::formats
