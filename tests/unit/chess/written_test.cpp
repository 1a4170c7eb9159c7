// Moves as written on scoresheets: every form both ways over real games, and every trap by
// itself.
#include "common/chess/written.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "common/chess/movegen.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/unit/chess/pgn_support.hpp"
#include "tests/support/tables.hpp"

using namespace flagfall;
using namespace flagfall::chess;
using namespace flagfall::chess::test;

namespace {

constexpr Writing iccf{Notation::iccf, Language::english};
constexpr Writing descriptive{Notation::descriptive, Language::english};
Writing in(Language language) { return {Notation::algebraic, language}; }

// The move in UCI, or the name of the error and the candidates.
std::string read(const Position& position, std::string_view text, Writing writing,
                 const Origins* origins = nullptr) {
    const auto written = read_written(position, text, writing, origins);
    if (written) return uci(position, written->move) + (written->draw_offer ? " (=)" : "");
    std::string told(name(written.error().error));
    std::vector<std::string> candidates;
    for (const Move move : written.error().candidates) candidates.push_back(uci(position, move));
    std::ranges::sort(candidates);
    for (const std::string& candidate : candidates) told += " " + candidate;
    return told;
}
std::string read(const std::string& fen, std::string_view text, Writing writing) {
    return read(position_of(fen), text, writing);
}

// The shipped games, and those of the shared data that exist.
std::vector<PgnGame> games() {
    std::vector<PgnGame> all = read_all(shipped_games("classics.pgn")).games;
    for (const char* name : {"ecc2018_round1.pgn", "lichess_2025-05_sample.pgn"}) {
        auto more = read_all(shared_games(name)).games;
        if (more.size() > 300) more.resize(300);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

template <class Check>
void over_games(Check&& check) {
    std::size_t moves = 0;
    for (const PgnGame& game : games()) {
        Position position = game.start;
        Origins origins;
        for (const PgnMove& move : game.moves) {
            check(position, move.move, origins);
            origins.advance(position, move.move);
            position = after(position, move.move);
            ++moves;
        }
    }
    REQUIRE(moves > 300);
}

// "QN4" for a square, seen from the side to move.
std::string descriptive_square(Square square, Side side) {
    constexpr std::array<std::string_view, 8> files{"QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"};
    return std::string(files[static_cast<std::size_t>(file_of(square))]) +
           std::to_string(rank_for(side, rank_of(square)) + 1);
}

// The move with everything that descriptive notation can express.
std::string descriptive_in_full(const Position& position, Move move) {
    if (move.is_castling()) return move.wing() == Wing::king_side ? "O-O" : "O-O-O";
    const Side us = position.side_to_move();
    std::string out{letter(position.kind_at(move.from()))};
    out += "(" + descriptive_square(move.from(), us) + ")";
    Square taken = move.to();
    if (move.is_en_passant()) taken = square_at(file_of(move.to()), rank_of(move.from()));
    if (position.kind_at(taken) == Kind::none)
        out += "-" + descriptive_square(move.to(), us);
    else
        out += std::string("x") + letter(position.kind_at(taken)) + "(" +
               descriptive_square(move.to(), us) + ")";
    if (move.is_promotion()) out += std::string("=") + letter(move.promotion_kind());
    if (move.is_en_passant()) out += "e.p.";
    return out;
}

const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const std::string promotion = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
const std::string castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

}  // namespace

TEST_CASE("a move written in any form and language is read back as the same move") {
    over_games([](const Position& position, Move move, const Origins&) {
        for (const Language language : all_languages)
            for (const Form form : {Form::san, Form::laws, Form::long_form}) {
                const std::string text = write_move(position, move, form, language);
                const auto back = read_written(position, text, in(language));
                if (back && back->move == move && !back->draw_offer) continue;
                FAIL_CHECK(fen(position) << " " << name(language) << " " << text);
            }
        for (const auto& [form, writing] : {std::pair(Form::figurine, in(Language::figurine)),
                                            std::pair(Form::figurine, in(Language::spanish)),
                                            std::pair(Form::iccf, iccf)}) {
            const std::string text = write_move(position, move, form);
            const auto back = read_written(position, text + " (=)", writing);
            if (back && back->move == move && back->draw_offer) continue;
            FAIL_CHECK(fen(position) << " " << text);
        }
    });
}

TEST_CASE("descriptive notation in full names the move that was played") {
    over_games([](const Position& position, Move move, const Origins& origins) {
        const std::string text = descriptive_in_full(position, move);
        for (const Origins* known : {&origins, static_cast<const Origins*>(nullptr)}) {
            const auto back = read_written(position, text, descriptive, known);
            if (!back || back->move != move) FAIL_CHECK(fen(position) << " " << text);
        }
    });
}

TEST_CASE("ambiguous texts list every move that fits, and only those") {
    over_games([](const Position& position, Move move, const Origins&) {
        if (move.is_castling()) return;
        const Kind kind = position.kind_at(move.from());
        if (kind == Kind::pawn || kind == Kind::king) return;
        const std::string text = letter(kind) + square_name(move.to());
        std::size_t fitting = 0;
        for (const Move each : legal_moves(position))
            fitting += !each.is_castling() && each.to() == move.to() &&
                       position.kind_at(each.from()) == kind;
        const auto back = read_written(position, text, in(Language::english));
        if (back ? fitting != 1 : back.error().candidates.size() != fitting)
            FAIL_CHECK(fen(position) << " " << text);
    });
}

TEST_CASE("a letter belongs to its language and is never guessed") {
    const std::string rook_and_king = "7k/8/8/8/8/8/8/R3K3 w - - 0 1";
    CHECK(read(rook_and_king, "Rd1", in(Language::english)) == "a1d1");
    CHECK(read(rook_and_king, "Rd1", in(Language::french)) == "e1d1");
    CHECK(read(rook_and_king, "Td1", in(Language::french)) == "a1d1");
    CHECK(read(rook_and_king, "Rd1", in(Language::german)) == "malformed");
    CHECK(read(rook_and_king, "Rd1", in(Language::figurine)) == "malformed");
    CHECK(read(rook_and_king, "♖d1", in(Language::german)) == "a1d1");
    CHECK(read(rook_and_king, "♜d1", in(Language::german)) == "a1d1");
    CHECK(read(start, "Nf3", in(Language::german)) == "malformed");
    CHECK(read(start, "Sf3", in(Language::german)) == "g1f3");
    CHECK(read(start, "Pf3", in(Language::dutch)) == "g1f3");
    CHECK(read(start, "Pf3", in(Language::english)) == "f2f3");
    CHECK(read(start, "Cf3", in(Language::spanish)) == "g1f3");
}

TEST_CASE("Russian letters: the king has two, and files may be Cyrillic") {
    const std::string knight_and_king = "7k/8/8/8/8/8/8/K1N5 w - - 0 1";
    CHECK(read(knight_and_king, "Крb1", in(Language::russian)) == "a1b1");
    CHECK(read(knight_and_king, "Кd3", in(Language::russian)) == "c1d3");
    CHECK(read(knight_and_king, "Kb1", in(Language::russian)) == "malformed");  // a Latin K
    CHECK(read(start, "е2-е4", in(Language::russian)) == "e2e4");
    CHECK(read(start, "Кс3", in(Language::russian)) == "b1c3");
    CHECK(read(promotion, "ахb8Ф", in(Language::russian)) == "a7b8q");
}

TEST_CASE("an equals sign offers a draw and promotes only with a piece behind it") {
    const Writing english = in(Language::english);
    CHECK(read(start, "e4(=)", english) == "e2e4 (=)");
    CHECK(read(start, "e4 =", english) == "e2e4 (=)");
    CHECK(read(start, "Nf3=", english) == "g1f3 (=)");
    CHECK(read(promotion, "a8=", english) == "illegal");
    CHECK(read(promotion, "a8(=)", english) == "illegal");
    CHECK(read(promotion, "a8=Q", english) == "a7a8q");
    CHECK(read(promotion, "a8=Q=", english) == "a7a8q (=)");
    CHECK(read(promotion, "a8N(=)", english) == "a7a8n (=)");
    CHECK(marks_draw_offer("... (=)"));
    CHECK_FALSE(marks_draw_offer("a8=Q"));
}

TEST_CASE("a promotion may be written in every way, in the letters of the sheet") {
    for (const char* text : {"a8Q", "a8=Q", "a8/Q", "a8(Q)", "a7a8Q", "a7-a8=Q", "a8=Q+", "a8Q†"})
        CHECK(read(promotion, text, in(Language::english)) == "a7a8q");
    for (const char* text : {"a8D", "a8=D", "a8/D", "a8(D)", "a7-a8D", "a8D#", "a8♕"})
        CHECK(read(promotion, text, in(Language::german)) == "a7a8q");
    CHECK(read(promotion, "axb8S", in(Language::german)) == "a7b8n");
    CHECK(read(promotion, "a8Q", in(Language::german)) == "malformed");
    CHECK(read(promotion, "a8q", in(Language::german)) == "malformed");
    CHECK(read(promotion, "a7a8b", in(Language::german)) == "malformed");
    CHECK(read(promotion, "a7xb8D", in(Language::german)) == "a7b8q");
    CHECK(read(promotion, "a8", in(Language::german)) == "illegal");
    CHECK(read(promotion, "a8K", in(Language::german)) == "illegal");
}

TEST_CASE("castling, check signs and e.p. are the same in every language") {
    const std::string passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for (const Language language : all_languages) {
        for (const char* text : {"0-0", "O-O", "0–0", "O-O+", "0-0 (=)"})
            CHECK(read(castling, text, in(language)).starts_with("e1g1"));
        CHECK(read(castling, "0-0-0", in(language)) == "e1c1");
        for (const char* text : {"exd6", "exd6 e.p.", "exd6e.p.", "e5xd6", "exd6†", "exd6++",
                                 "exd6#", "exd6‡", "exd6 ch", "exd6 mate"})
            CHECK(read(passing, text, in(language)) == "e5d6");
    }
    CHECK(read("4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "exd6 e.p.", in(Language::english)) ==
          "illegal");
}

TEST_CASE("ICCF numeric") {
    CHECK(read(start, "5254", iccf) == "e2e4");
    CHECK(read(start, "52-54", iccf) == "e2e4");
    CHECK(read(start, "5254(=)", iccf) == "e2e4 (=)");
    CHECK(read(start, "5255", iccf) == "illegal");
    for (const char* text : {"525", "52544 ", "5294", "e2e4", "5-254", "52--54", ""})
        CHECK_FALSE(read(start, text, iccf) == "e2e4");
}

TEST_CASE("ICCF numeric: promotion has a fifth digit") {
    CHECK(read(promotion, "17181", iccf) == "a7a8q");
    CHECK(read(promotion, "17182", iccf) == "a7a8r");
    CHECK(read(promotion, "17183", iccf) == "a7a8b");
    CHECK(read(promotion, "17284", iccf) == "a7b8n");
    CHECK(read(promotion, "1718", iccf) == "illegal");
    CHECK(read(promotion, "17185", iccf) == "malformed");
    CHECK(read(start, "52541", iccf) == "illegal");
}

TEST_CASE("ICCF numeric: castling is the king's way") {
    CHECK(read(castling, "5171", iccf) == "e1g1");
    CHECK(read(castling, "5131", iccf) == "e1c1");
    CHECK(write_move(position_of(castling), Move::castling(4, 0), Form::iccf) == "5131");
    const Position fischer = position_of("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", Variant::chess960);
    CHECK(read(fischer, "6171", iccf) == "f1g1");
    CHECK(write_move(fischer, Move::castling(5, 6), Form::iccf) == "6171");
    CHECK(read_written(fischer, "6171", iccf)->move == Move::castling(5, 6));
}

TEST_CASE("descriptive: squares are seen from the side to move") {
    CHECK(read(start, "P-K4", descriptive) == "e2e4");
    CHECK(read(start, "N-KB3", descriptive) == "g1f3");
    CHECK(read(start, "Kt-KB3", descriptive) == "g1f3");
    CHECK(read(start, "Kt - QB3", descriptive) == "b1c3");
    const Position black = after(position_of(start), Move(12, 28));
    CHECK(read(black, "P-K4", descriptive) == "e7e5");
    CHECK(read(black, "Kt-KB3", descriptive) == "g8f6");
    CHECK(read(black, "N-QB3 (=)", descriptive) == "b8c6 (=)");
    CHECK(read(start, "P-K5", descriptive) == "illegal");
    for (const char* text : {"P-4", "P-KB", "N-KB9", "e4", "Kt", "x", "QQ-K2", "PP-K4", "P-K4=K4"})
        CHECK(read(start, text, descriptive) == "malformed");
}

TEST_CASE("descriptive: what fits several moves is ambiguous and all are named") {
    CHECK(read(start, "N-B3", descriptive) == "ambiguous b1c3 g1f3");
    CHECK(read(start, "P-R4", descriptive) == "ambiguous a2a4 h2h4");
    CHECK(read(start, "P-Kt3", descriptive) == "ambiguous b2b3 g2g3");
    const std::string pawns = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1";
    CHECK(read(pawns, "PxP", descriptive) == "ambiguous e4d5 e4f5");
    CHECK(read(pawns, "PxQP", descriptive) == "e4d5");
    CHECK(read(pawns, "PxKBP", descriptive) == "e4f5");
    CHECK(read(pawns, "PxBP", descriptive) == "e4f5");
    CHECK(read(pawns, "PxP(Q5)", descriptive) == "e4d5");
    CHECK(read(pawns, "PxP/Q5", descriptive) == "e4d5");
    CHECK(read(pawns, "PxQ5", descriptive) == "e4d5");
    CHECK(read(pawns, "P-Q5", descriptive) == "illegal");  // a pawn never captures without an x
    CHECK(read("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "PxP", descriptive) == "illegal");
}

TEST_CASE("descriptive: which of two rooks") {
    const std::string rooks = "2k5/8/8/R7/8/8/8/K6R w - - 0 1";
    CHECK(read(rooks, "R-R4", descriptive) == "ambiguous a5a4 h1h4");
    CHECK(read(rooks, "R(1)-KB1", descriptive) == "h1f1");
    CHECK(read(rooks, "R(5)-KR5", descriptive) == "a5h5");
    CHECK(read(rooks, "R(QR5)-KR5", descriptive) == "a5h5");
    CHECK(read(rooks, "R/1-KR5", descriptive) == "h1h5");
    CHECK(read(rooks, "R-KR5", descriptive) == "ambiguous a5h5 h1h5");
    CHECK(read(rooks, "QR-KR5", descriptive) == "a5h5");
    CHECK(read(rooks, "KR-R5", descriptive) == "h1h5");
}

TEST_CASE("descriptive: a queen's piece began there; if its place says otherwise, both") {
    // The rook of a1 goes to the right of the rook of h1.
    Position position = position_of("4k3/8/8/8/8/8/8/RK5R w - - 0 1");
    Origins origins;
    for (const char* text : {"a1a3", "e8d8", "a3g3", "d8e8", "h1f1", "e8d8"}) {
        const Move move = *parse_uci(position, text);
        origins.advance(position, move);
        position = after(position, move);
    }
    REQUIRE(origins.of(22) == 0);
    CHECK(read(position, "QR-KN1", descriptive, &origins) == "ambiguous f1g1 g3g1");
    CHECK(read(position, "QR-KN1", descriptive) == "f1g1");
    CHECK(read(position, "QR-KN5", descriptive, &origins) == "g3g5");
    const std::string bishops = "4k3/8/8/2B5/5B2/8/8/4K3 w - - 0 1";
    CHECK(read(bishops, "QB-K3", descriptive) == "ambiguous c5e3 f4e3");
}

TEST_CASE("descriptive: castling, promotion, e.p. and words") {
    CHECK(read(castling, "O-O", descriptive) == "e1g1");
    CHECK(read(castling, "0-0-0", descriptive) == "e1c1");
    CHECK(read(castling, "Castles", descriptive) == "ambiguous e1c1 e1g1");
    CHECK(read(castling, "castles K", descriptive) == "e1g1");
    CHECK(read(castling, "Castles QR", descriptive) == "e1c1");
    CHECK(read("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Castles", descriptive) == "e1g1");
    for (const char* text : {"P-R8=Q", "P-R8(Q)", "P-QR8/Q", "P-R8(Q)ch", "P-R8Q", "P-R8=Q ch."})
        CHECK(read(promotion, text, descriptive) == "a7a8q");
    CHECK(read(promotion, "PxN(R)", descriptive) == "a7b8r");
    CHECK(read(promotion, "PxKt=Kt", descriptive) == "a7b8n");
    CHECK(read(promotion, "P-R8", descriptive) == "illegal");
    CHECK(read(promotion, "P-R8=", descriptive) == "illegal");
    const std::string passing = "4k3/8/8/1pPpP3/8/8/8/4K3 w - d6 0 1";
    CHECK(read(passing, "PxP e.p.", descriptive) == "ambiguous c5d6 e5d6");
    CHECK(read(passing, "BPxPe.p.", descriptive) == "c5d6");
    CHECK(read(passing, "KPxP ep", descriptive) == "e5d6");
}

TEST_CASE("descriptive: a check that is written chooses, one that is left out does not") {
    const std::string bishops = "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1";
    CHECK(read(bishops, "B-N5", descriptive) == "ambiguous c1g5 f1b5");
    CHECK(read(bishops, "B-N5 ch", descriptive) == "f1b5");
    CHECK(read(bishops, "B-N5+", descriptive) == "f1b5");
    CHECK(read(bishops, "B-N5 dis. ch.", descriptive) == "f1b5");
    CHECK(read(bishops, "QB-N5", descriptive) == "c1g5");
    CHECK(read(bishops, "B-KN5", descriptive) == "c1g5");
}

TEST_CASE("old captures have a colon, before the square or behind it") {
    const std::string taking = "4k3/8/8/3p4/4P3/8/6B1/4K3 w - - 0 1";
    for (const char* text : {"ed5:", "e:d5", "exd5", "ed5", "ed5:+"})
        CHECK(read(taking, text, in(Language::german)) == "e4d5");
    CHECK(read("4k3/8/8/3p4/8/8/6B1/4K3 w - - 0 1", "Ld5:", in(Language::german)) == "g2d5");
}
