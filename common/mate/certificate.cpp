// JSON by hand: nothing in it needs escaping, and the pure parts use no library for it.
#include "common/mate/certificate.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::mate {

namespace {

using chess::Bitboard;
using chess::Kind;
using chess::Position;

constexpr std::array all_kinds{Kind::king,   Kind::queen,  Kind::rook,
                               Kind::bishop, Kind::knight, Kind::pawn};

std::string letter(Side side, Kind kind) {
    const char c = chess::letter(kind);
    FF_CHECK(c >= 'A');
    FF_CHECK(c <= 'Z');
    return {side == Side::white ? c : static_cast<char>(c - 'A' + 'a')};
}

std::string quoted(std::string_view text) {
    FF_CHECK(text.find_first_of("\"\\") == text.npos);
    return '"' + std::string(text) + '"';
}

// Builds "[a,b,c]" or "{...}".
class List {
public:
    List(char open, char close) : text_(1, open), close_(close) {}
    void add(const std::string& item) {
        if (text_.size() > 1) text_ += ',';
        text_ += item;
    }
    void add(std::string_view key, const std::string& value) { add(quoted(key) + ':' + value); }
    std::string done() const { return text_ + close_; }

private:
    std::string text_;
    char close_;
};

std::string squares_json(Bitboard set) {
    List list('[', ']');
    for (const chess::Square square : chess::squares(set))
        list.add(quoted(chess::square_name(square)));
    return list.done();
}

template <class Each>
void for_each_kind(Each each) {
    for (const Side side : {Side::white, Side::black})
        for (const Kind kind : all_kinds) each(side, kind);
}

std::string wall_json(const Wall& wall) {
    List fixed('[', ']');
    List reach('{', '}');
    List most('{', '}');
    List locks('[', ']');
    for_each_kind([&](Side side, Kind kind) {
        const std::string man = letter(side, kind);
        for (const chess::Square square : chess::squares(wall.fixed[side][index(kind)]))
            fixed.add(quoted(man + chess::square_name(square)));
        const Bitboard squares = wall.reach[side][index(kind)];
        if (squares != 0) reach.add(man, squares_json(squares));
        const int count = wall.most[side][index(kind)];
        FF_CHECK(count >= 0);
        if (count != 0) most.add(man, std::to_string(count));
    });
    for (const Side side : {Side::white, Side::black})
        for (const chess::Square pawn : chess::squares(wall.locked[side]))
            locks.add(quoted(letter(side, Kind::pawn) + chess::square_name(pawn)));
    List json('{', '}');
    json.add("fixed", fixed.done());
    json.add("reach", reach.done());
    json.add("most", most.done());
    json.add("locks", locks.done());
    return json.done();
}

std::string fen_of(const Position& position) {
    const bool shredder = position.variant() == chess::Variant::chess960;
    return chess::fen(position, shredder ? chess::FenStyle::shredder : chess::FenStyle::xfen);
}

// Without the move counters, which do not matter for the question.
std::string four_fields(const Position& position) {
    std::string fen = fen_of(position);
    fen.resize(fen.rfind(' ', fen.rfind(' ') - 1));
    FF_CHECK(std::ranges::count(fen, ' ') == 3);
    return fen;
}

std::string closed_json(const Proof& proof) {
    List positions('[', ']');
    for (const Position& position : proof.positions) positions.add(quoted(four_fields(position)));
    List walls('[', ']');
    for (const Wall& wall : proof.walls) walls.add(wall_json(wall));
    FF_CHECK(!proof.positions.empty() || !proof.walls.empty());
    List json('{', '}');
    json.add("kind", quoted("closed"));
    json.add("positions", positions.done());
    json.add("walls", walls.done());
    return json.done();
}

std::string counts_json(const Proof& proof) {
    FF_CHECK(!proof.positions.empty() || !proof.walls.empty());
    List json('{', '}');
    json.add("kind", quoted("closed"));
    json.add("count", std::to_string(proof.positions.size()));
    json.add("wall_count", std::to_string(proof.walls.size()));
    return json.done();
}

std::string line_json(Position position, const std::vector<chess::Move>& line) {
    List moves('[', ']');
    for (const chess::Move move : line) {
        FF_CHECK(chess::is_legal(position, move));
        moves.add(quoted(chess::uci_text(position, move).view()));
        position = chess::after(position, move);
    }
    return moves.done();
}

}  // namespace

std::string uci_line(Position position, const std::vector<chess::Move>& line) {
    std::string text;
    for (const chess::Move move : line) {
        FF_CHECK(chess::is_legal(position, move));
        if (!text.empty()) text += ' ';
        text += chess::uci_text(position, move).view();
        position = chess::after(position, move);
    }
    return text;
}

std::string_view material_lemma(const Position& position, Side winner) {
    FF_CHECK(cannot_mate_by_material(position, winner));
    FF_CHECK((position.pieces(winner, Kind::queen) | position.pieces(winner, Kind::rook)) == 0);
    FF_CHECK(position.pieces(winner, Kind::pawn) == 0);
    if (position.pieces(winner, Kind::knight) != 0) return "king and knight";
    if (position.pieces(winner, Kind::bishop) != 0) return "bishops of one colour";
    return "bare king";
}

std::string proof_json(const Position& position, Side winner, const Analysis& answer,
                       std::size_t most_bytes) {
    FF_CHECK(answer.verdict == Verdict::unwinnable);
    FF_CHECK(answer.line.empty());
    if (answer.method == "stalemate") return R"({"kind":"stalemate"})";
    if (answer.method == "other side's mate") return R"({"kind":"checkmate"})";
    if (answer.method != "bare material") {
        FF_CHECK(answer.method == "wall" || answer.method == "closed set");
        // A position takes at least 20 bytes: no need to write what cannot fit.
        if (answer.proof.positions.size() > most_bytes / 20) return counts_json(answer.proof);
        const std::string json = closed_json(answer.proof);
        return json.size() <= most_bytes ? json : counts_json(answer.proof);
    }
    List json('{', '}');
    json.add("kind", quoted("material"));
    json.add("lemma", quoted(material_lemma(position, winner)));
    return json.done();
}

std::string certificate(const Position& position, Side winner, const Analysis& answer) {
    FF_CHECK(!answer.method.empty());
    FF_CHECK(answer.nodes > 0);
    FF_CHECK(answer.line.empty() || answer.verdict == Verdict::winnable);
    FF_CHECK(answer.proof.positions.empty() || answer.verdict == Verdict::unwinnable);
    FF_CHECK(answer.proof.walls.empty() || answer.verdict == Verdict::unwinnable);
    List json('{', '}');
    json.add("fen", quoted(fen_of(position)));
    json.add("variant", quoted(name(position.variant())));
    json.add("winner", quoted(name(winner)));
    json.add("verdict", quoted(name(answer.verdict)));
    json.add("method", quoted(answer.method));
    json.add("nodes", std::to_string(answer.nodes));
    if (answer.verdict == Verdict::winnable) json.add("line", line_json(position, answer.line));
    if (answer.verdict == Verdict::unwinnable)
        json.add("proof", proof_json(position, winner, answer, SIZE_MAX));
    return json.done();
}

}  // namespace flagfall::mate
