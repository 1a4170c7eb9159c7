#include "arbiterd/game/laws/mating.hpp"

#include <algorithm>

#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/mate/certificate.hpp"

namespace flagfall::game {
namespace {

// Line and proof use the notation of the variant; without this fact it is orthodox chess.
void add_variant(wire::Pairs& evidence, chess::Variant variant) {
    if (variant != chess::Variant::chess)
        evidence.push_back({"variant", std::string(chess::name(variant))});
}

constexpr std::string_view can_mate_fact = "_can_mate";  // suffix of the names of such facts

}  // namespace

bool holds_verdict(const wire::Pairs& evidence) {
    return std::ranges::any_of(evidence, [](const wire::Pair& fact) {
        return std::string_view(fact.name).ends_with(can_mate_fact);
    });
}

Chances chances(const chess::Position& position, Side winner) {
    const mate::Analysis answer = mate::can_mate(position, winner);
    Chances found{.verdict = answer.verdict,
                  .line = mate::uci_line(position, answer.line),
                  .method = std::string(answer.method),
                  .positions = answer.nodes,
                  .proof = {},
                  .variant = position.variant()};
    FF_CHECK(found.line.empty() || answer.verdict == mate::Verdict::winnable);
    if (answer.verdict == mate::Verdict::unwinnable)
        found.proof = mate::proof_json(position, winner, answer, limits::evidence_bytes);
    return found;
}

void add_evidence(wire::Pairs& evidence, const Chances& found) {
    evidence.push_back(
        {"opponent" + std::string(can_mate_fact), std::string(mate::name(found.verdict))});
    if (!found.line.empty()) evidence.push_back({"line", found.line});
    if (!found.proof.empty()) evidence.push_back({"proof", found.proof});
    FF_CHECK(!found.method.empty());
    evidence.push_back({"method", found.method});
    evidence.push_back({"positions", std::to_string(found.positions)});
    add_variant(evidence, found.variant);
}

Material material_14e(const chess::Position& position, Side winner) {
    using chess::Kind;
    const chess::Bitboard own = position.pieces(winner) & ~position.pieces(Kind::king);
    const chess::Bitboard knights = position.pieces(winner, Kind::knight);
    const chess::Bitboard bishops = position.pieces(winner, Kind::bishop);
    const Side opponent = other(winner);
    const bool lone = chess::count(position.pieces(opponent)) == 1;
    FF_CHECK(position.pieces(winner, Kind::king) != 0);
    FF_CHECK((own & position.pieces(opponent)) == 0);
    if (own == 0) return Material::too_little;
    const bool one_minor = chess::count(own) == 1 && own == (knights | bishops);
    if (one_minor) return lone ? Material::too_little : Material::unless_forced;
    const bool two_knights = own == knights && chess::count(knights) == 2;
    const bool pawnless = position.pieces(opponent, Kind::pawn) == 0;
    return two_knights && pawnless ? Material::unless_forced : Material::enough;
}

mate::Verdict by_material(const Profile& profile, const chess::Position& position, Side winner,
                          mate::Verdict verdict, wire::Pairs& evidence) {
    const bool by_14e = profile.material_to_win_on_time == WinOnTime::us_14e;
    const Material found = by_14e ? material_14e(position, winner) : Material::enough;
    if (found == Material::enough || verdict == mate::Verdict::unwinnable) return verdict;
    const bool too_little = found == Material::too_little;
    evidence.push_back({"material_14E", too_little ? "too little" : "if a win is forced"});
    return too_little ? mate::Verdict::unwinnable : mate::Verdict::undetermined;
}

bool proven_dead(const chess::Position& position) {
    // A dead position that is not proven yet stays dead: only the moment changes, never the result.
    return mate::dead(position);
}

void add_dead_evidence(wire::Pairs& evidence, const chess::Position& position) {
    for (const Side side : {Side::white, Side::black}) {
        const Chances found = chances(position, side);
        const std::string who(name(side));
        evidence.push_back(
            {who + std::string(can_mate_fact), std::string(mate::name(found.verdict))});
        evidence.push_back({who + "_method", found.method});
        evidence.push_back({who + "_positions", std::to_string(found.positions)});
        if (!found.proof.empty()) evidence.push_back({who + "_proof", found.proof});
    }
    add_variant(evidence, position.variant());
}

}  // namespace flagfall::game
