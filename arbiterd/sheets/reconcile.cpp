#include "arbiterd/sheets/reconcile.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "arbiterd/sheets/align.hpp"
#include "common/base/limits.hpp"

namespace flagfall::sheets {
namespace {

struct Explained {
    chess::Writing writing;
    std::vector<Finding> findings;
    std::size_t agreeing = 0;
    std::size_t unreadable = 0;
};

Explained explain(const Sheet& sheet, const Path& path, chess::Writing writing) {
    Explained explained{writing, align(sheet, path, writing), 0, 0};
    for (const Finding& finding : explained.findings) {
        explained.agreeing += finding.standing == Standing::agrees;
        explained.unreadable += finding.standing == Standing::unreadable;
    }
    return explained;
}

// Prefers more agreement, then fewer words that are no moves.
std::pair<std::size_t, std::size_t> merit(const Explained& explained) {
    return {explained.agreeing, explained.findings.size() - explained.unreadable};
}

// If equally likely writings read an entry differently, it counts as unreadable. An extra entry
// here stays extra: it has no ply of its own.
void level(SheetReport& report, const std::vector<Finding>& others) {
    for (Finding& finding : report.findings) {
        if (std::ranges::find(others, finding) != others.end()) continue;
        report.undecided = true;
        if (finding.standing == Standing::extra || finding.standing == Standing::beyond) continue;
        finding.standing = Standing::unreadable;
        finding.read = chess::Move::none();
        finding.legal = false;
    }
}

void count(SheetReport& report, std::uint32_t first) {
    std::set<std::uint32_t> incomplete;
    std::set<std::uint32_t> wrong;
    std::uint32_t next = first;
    report.complete = true;
    for (std::size_t at = 0; at < report.findings.size(); ++at) {
        const Finding& finding = report.findings[at];
        const std::uint32_t pair = (finding.ply + 1) / 2;
        const bool agrees = finding.standing == Standing::agrees;
        report.complete = report.complete && agrees;
        if (agrees) {
            ++report.proves[finding.ply % 2 == 1 ? Side::white : Side::black];
            if (finding.ply == next && report.in_a_row == next - first) {
                ++next;
                ++report.in_a_row;
            }
        } else if (finding.standing == Standing::gap ||
                   finding.standing == Standing::unreadable) {
            incomplete.insert(pair);
        } else if (finding.standing == Standing::contradicts) {
            wrong.insert(pair);
            if (!report.first_contradiction) report.first_contradiction = at;
        }
    }
    report.incomplete_pairs = static_cast<std::uint32_t>(incomplete.size());
    report.wrong_pairs = static_cast<std::uint32_t>(wrong.size());
}

SheetReport report_of(const Input& input, const Path& path) {
    std::vector<Explained> best;
    for (const chess::Writing writing : writings_of(input.choice)) {
        Explained explained = explain(input.sheet, path, writing);
        if (!best.empty() && merit(explained) < merit(best.front())) continue;
        if (!best.empty() && merit(explained) > merit(best.front())) best.clear();
        best.push_back(std::move(explained));
    }
    SheetReport report;
    report.name = input.name;
    report.findings = best.front().findings;
    for (const Explained& explained : best) {
        report.writings.push_back(explained.writing);
        level(report, explained.findings);
    }
    count(report, path.first);
    return report;
}

// Each ply on which two sheets agree against the record.
std::vector<Against> against(const std::vector<SheetReport>& sheets) {
    std::map<std::pair<std::uint32_t, std::string>, Against> found;
    for (std::size_t at = 0; at < sheets.size(); ++at)
        for (const Finding& finding : sheets[at].findings) {
            if (finding.standing != Standing::contradicts) continue;
            // The same move may be written in two ways; text that is no move must match exactly.
            const std::string key = finding.read.is_none()
                                        ? "text " + finding.written
                                        : "move " + std::to_string(finding.read.raw());
            Against& entry = found[{finding.ply, key}];
            entry.ply = finding.ply;
            entry.move = finding.read;
            if (entry.sheets.empty()) entry.written = finding.written;
            entry.sheets.push_back(at);
        }
    std::vector<Against> several;
    for (auto& [key, entry] : found)
        if (entry.sheets.size() > 1) several.push_back(std::move(entry));
    return several;
}

std::vector<OfferReport> offers(const Record& record, const std::vector<SheetReport>& sheets) {
    std::map<std::uint32_t, OfferReport> found;
    std::uint32_t ply = first_ply(record.start);
    for (const RecordedMove& move : record.moves) {
        if (move.draw_offer) found[ply].recorded = true;
        ++ply;
    }
    for (std::size_t at = 0; at < sheets.size(); ++at)
        for (const Finding& finding : sheets[at].findings)
            if (finding.draw_offer) found[finding.ply].sheets.push_back(at);
    std::vector<OfferReport> list;
    for (auto& [at, offer] : found) {
        offer.ply = at;
        list.push_back(std::move(offer));
    }
    return list;
}

void count_proven(Report& report) {
    const std::size_t plies = report.line.moves.size();
    std::vector<std::size_t> agreeing(plies);
    std::vector<bool> contradicted(plies);
    const std::uint32_t first = first_ply(report.line.start);
    for (const SheetReport& sheet : report.sheets)
        for (const Finding& finding : sheet.findings) {
            if (finding.ply < first || finding.ply - first >= plies) continue;
            agreeing[finding.ply - first] += finding.standing == Standing::agrees;
            if (finding.standing == Standing::contradicts)
                contradicted[finding.ply - first] = true;
        }
    while (report.proven < plies && agreeing[report.proven] > 0 && !contradicted[report.proven])
        ++report.proven;
    while (report.proven_by_all < plies && !report.sheets.empty() &&
           agreeing[report.proven_by_all] == report.sheets.size())
        ++report.proven_by_all;
}

}  // namespace

std::string_view name(Standing standing) {
    constexpr std::array<std::string_view, 7> names{
        "agrees", "gap", "contradicts", "unreadable", "ambiguous", "extra", "beyond"};
    return names[static_cast<std::size_t>(standing)];
}

chess::Position Report::proven_position() const {
    chess::Position position = line.start;
    for (std::size_t at = 0; at < proven; ++at) position = after(position, line.moves[at].move);
    return position;
}

Report reconcile(const Record& record, std::span<const Input> sheets) {
    FF_CHECK(record.moves.size() <= limits::game_plies);
    Report report;
    report.line = record;
    const Path path(record);
    for (const Input& input : sheets) report.sheets.push_back(report_of(input, path));
    report.against = against(report.sheets);
    report.offers = offers(record, report.sheets);
    count_proven(report);
    add_questions(report, path);
    return report;
}

}  // namespace flagfall::sheets
