// A report in words.
#include <algorithm>

#include "arbiterd/sheets/align.hpp"
#include "common/chess/written.hpp"

namespace flagfall::sheets {
namespace {

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

// The record's move: "12... Nf6".
std::string recorded(const Path& path, std::uint32_t ply) {
    const std::size_t move = ply - path.first;
    if (ply < path.first || move >= path.moves.size()) return move_label(ply);
    return move_label(ply) + " " + chess::san(path.positions[move], path.moves[move]);
}

std::string standing_text(const Finding& finding) {
    switch (finding.standing) {
        case Standing::agrees: return "agrees";
        case Standing::gap:
            return finding.entry ? "left open (" + text(finding.place) + ")" : "not on the sheet";
        case Standing::contradicts:
            return quoted(finding.written) + (finding.legal ? ", legal" : ", illegal") +
                   " there (" + text(finding.place) + ")";
        case Standing::unreadable:
            return quoted(finding.written) + " cannot be read (" + text(finding.place) + ")";
        case Standing::ambiguous:
            return quoted(finding.written) + " fits other moves, too (" + text(finding.place) + ")";
        case Standing::extra:
            return quoted(finding.written) + " is one move too many (" + text(finding.place) + ")";
        case Standing::beyond:
            return quoted(finding.written) + " is behind the last move (" + text(finding.place) +
                   ")";
    }
    FF_CHECK(false);
}

std::string names(const Report& report, const std::vector<std::size_t>& sheets) {
    std::string text;
    for (const std::size_t sheet : sheets)
        text += (text.empty() ? "" : ", ") + report.sheets[sheet].name;
    return text;
}

std::string writings(const SheetReport& sheet) {
    std::string text;
    for (const chess::Writing writing : sheet.writings)
        text += (text.empty() ? "" : " or ") + name(writing);
    return text;
}

void append_sheet(std::string& out, const SheetReport& sheet, const Path& path) {
    out += sheet.name + " (" + writings(sheet) + ")\n";
    out += "  proves " + std::to_string(sheet.proves[Side::white]) + " moves of White and " +
           std::to_string(sheet.proves[Side::black]) + " of Black, the first " +
           std::to_string(sheet.in_a_row) + " in a row\n";
    out += std::string("  complete: ") + (sheet.complete ? "yes" : "no") + "; " +
           std::to_string(sheet.incomplete_pairs) + " pairs missing or incomplete, " +
           std::to_string(sheet.wrong_pairs) + " with another move\n";
    const auto& findings = sheet.findings;
    const auto absent = [&](std::size_t n) {
        return n < findings.size() && findings[n].standing == Standing::gap && !findings[n].entry;
    };
    for (std::size_t from = 0; from < findings.size(); ++from) {
        if (findings[from].standing == Standing::agrees) continue;
        std::size_t to = from;
        while (absent(from) && absent(to + 1)) ++to;
        out += "  " + recorded(path, findings[from].ply);
        if (to > from) out += " to " + recorded(path, findings[to].ply);
        out += ": " + standing_text(findings[to]) + "\n";
        from = to;
    }
}

void append_offers(std::string& out, const Report& report, const Path& path) {
    for (const OfferReport& offer : report.offers) {
        out += "draw offer at " + recorded(path, offer.ply) + ": ";
        if (report.has_record) out += offer.recorded ? "recorded; " : "not recorded; ";
        if (offer.sheets.empty())
            out += "marked on no sheet\n";
        else if (offer.sheets.size() == report.sheets.size() && report.sheets.size() > 1)
            out += "marked on all sheets\n";
        else
            out += "marked by " + names(report, offer.sheets) + "\n";
    }
}

}  // namespace

void add_questions(Report& report, const Path& path) {
    for (const SheetReport& sheet : report.sheets)
        if (sheet.undecided)
            report.questions.push_back(sheet.name + ": how is it written? " + writings(sheet));
    for (const Against& each : report.against)
        report.questions.push_back(recorded(path, each.ply) + ": " + names(report, each.sheets) +
                                   " have " + quoted(each.written) + " instead");
    // Runs of plies that no sheet proves.
    std::vector<bool> proven(path.moves.size());
    for (const SheetReport& sheet : report.sheets)
        for (const Finding& finding : sheet.findings)
            if (finding.standing == Standing::agrees) proven[finding.ply - path.first] = true;
    for (std::size_t from = 0; from < proven.size(); ++from) {
        if (proven[from]) continue;
        std::size_t to = from;
        while (to + 1 < proven.size() && !proven[to + 1]) ++to;
        const auto ply = [&](std::size_t move) {
            return path.first + static_cast<std::uint32_t>(move);
        };
        std::string text = "no sheet proves " + recorded(path, ply(from));
        if (to > from) text += " to " + recorded(path, ply(to));
        report.questions.push_back(std::move(text));
        from = to;
    }
}

std::string text(const Report& report) {
    const Path path(report.line);
    std::string out;
    if (!report.has_record) {
        out += "moves:";
        for (std::size_t move = 0; move < path.moves.size(); ++move) {
            const std::uint32_t ply = path.first + static_cast<std::uint32_t>(move);
            out += " " + (move == 0 || ply % 2 == 1 ? move_label(ply) + " " : "") +
                   chess::san(path.positions[move], path.moves[move]);
        }
        out += "\n";
    }
    for (const SheetReport& sheet : report.sheets) append_sheet(out, sheet, path);
    append_offers(out, report, path);
    out += "proven without a break: " + std::to_string(report.proven) + " of " +
           std::to_string(path.moves.size()) + " plies; by all sheets: " +
           std::to_string(report.proven_by_all) + "\n";
    out += "position then: " + fen(report.proven_position()) + "\n";
    for (const std::string& question : report.questions) out += "open: " + question + "\n";
    return out;
}

}  // namespace flagfall::sheets
