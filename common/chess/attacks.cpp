#include "common/chess/attacks.hpp"

#include "common/base/check.hpp"

namespace flagfall::chess {
namespace {

struct Step {
    int file;
    int rank;
};
constexpr std::array<Step, 4> bishop_steps{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Step, 4> rook_steps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Step, 8> king_steps{
    {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Step, 8> knight_steps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

// One number per square, found by random trial. Any number that maps no two different answers to
// the same index is suitable; fill_slider checks that these are.
constexpr std::array<Bitboard, 64> rook_magics{
    0x1080004008801020, 0x0840092002C03000, 0x1900200010400900, 0x0880100008000480,
    0x4200100420080200, 0x8100020100080400, 0x0200040110886200, 0x0200008040220411,
    0x0404800084400220, 0x0000401000402000, 0x0086001081220440, 0x0408800800100280,
    0x000A001201040820, 0x8848800200840080, 0x4001000100040200, 0x0442000102105084,
    0x9080010020804100, 0x0040404000201009, 0x0000808010002009, 0x2200090021D00100,
    0x0008008008040080, 0x0004004002010040, 0x0011040008015042, 0x00000A0001768104,
    0x0000800080204009, 0x2010004140002001, 0x9800200280100080, 0x1000100080080080,
    0x0442000A00049020, 0x2100040080020080, 0x0800120400900148, 0x0010040A00128541,
    0x2800804000800030, 0x1010002000400041, 0x4000200011004100, 0x0610008410800800,
    0x0400802402800800, 0xC100020080800400, 0x0002000802000401, 0x0182085882000401,
    0x0220204000808000, 0x2860100040024022, 0x0001002004110040, 0x99101042000A0020,
    0x0004080004008080, 0x0010040002008080, 0x2012004881020004, 0x8300842444820011,
    0x0088403882010200, 0x0820400080210100, 0x0110910040A00300, 0x0801100280080480,
    0x0242009008200600, 0x1002000489500200, 0x0040800200010080, 0x0091800041000080,
    0x0000209300488001, 0x04C1002414824001, 0x020020000B001041, 0x7000100004200901,
    0x8002002004100802, 0x30010002084C0007, 0x0888221800813004, 0x4000002840840112,
};
constexpr std::array<Bitboard, 64> bishop_magics{
    0xA010041108003100, 0x006082020A002900, 0x6810010619200000, 0x08281A0520000408,
    0x0001104001000400, 0x0018901008048400, 0x00040A0210245280, 0x000200210808A402,
    0x9140048410821200, 0x0800091010820041, 0x20504804832202C0, 0x0100091401081000,
    0x8021011140000012, 0x0810020804450400, 0x208B0542109008A2, 0x0080084A08040204,
    0x0040E2A80811244C, 0x2505022008008108, 0x0430220100420040, 0x010A040420220040,
    0x1105000290400000, 0x0093001200822120, 0x4000A62048043004, 0x280120048A015004,
    0x006090002A020814, 0x44042000240800D0, 0x01102800040A4400, 0x1004080080220040,
    0x0001001011004024, 0x0010044000805040, 0x0914041200820100, 0x0004821012821480,
    0x0024040500C05021, 0x0088611002080200, 0x0116080A00040020, 0x4000020080080080,
    0x2450450140840040, 0x0000880201484100, 0x0222020404020092, 0x8081110600002E00,
    0x2842101105000801, 0x1100809008001025, 0x00020202221C0400, 0x0422014022009020,
    0x0210046102100C00, 0xC004008082029102, 0x00AA461801101200, 0x0404080080201108,
    0x020542108C205002, 0x0410544804100100, 0x0040910841100000, 0x0400200042021100,
    0x00004204850400C0, 0x0200100410A42102, 0x1040020801210102, 0x0805040410420000,
    0x2884804130100200, 0x800C262201242000, 0x1058000194108800, 0x0014221054420204,
    0x0104000012A02200, 0x0200881003300100, 0x0140400202840100, 0x0402020801010201,
};

// Answers for all squares and all relevant occupations, one after the other.
std::array<Bitboard, 102400> rook_answers;
std::array<Bitboard, 5248> bishop_answers;

bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

Bitboard ray(Square from, Step step, Bitboard occupied) {
    FF_CHECK(from < no_square);
    FF_CHECK(step.file != 0 || step.rank != 0);
    Bitboard reached = 0;
    int file = file_of(from) + step.file;
    int rank = rank_of(from) + step.rank;
    for (; on_board(file, rank); file += step.file, rank += step.rank) {
        reached |= bit(square_at(file, rank));
        if (reached & occupied) break;
    }
    return reached;
}

Bitboard rays(Square from, const std::array<Step, 4>& steps, Bitboard occupied) {
    Bitboard reached = 0;
    for (const Step step : steps) reached |= ray(from, step, occupied);
    FF_CHECK(!contains(reached, from));
    return reached;
}

template <std::size_t n>
Bitboard steps_from(Square from, const std::array<Step, n>& steps) {
    Bitboard reached = 0;
    for (const Step step : steps) {
        const int file = file_of(from) + step.file;
        const int rank = rank_of(from) + step.rank;
        if (on_board(file, rank)) reached |= bit(square_at(file, rank));
    }
    FF_CHECK(!contains(reached, from));
    FF_CHECK(count(reached) <= static_cast<int>(n));
    return reached;
}

// The last square of a ray is attacked whether it is occupied or not.
Bitboard relevant_squares(Square from, const std::array<Step, 4>& steps) {
    Bitboard relevant = 0;
    for (const Step step : steps) {
        const Bitboard whole = ray(from, step, 0);
        for (const Square square : squares(whole))
            if (on_board(file_of(square) + step.file, rank_of(square) + step.rank))
                relevant |= bit(square);
    }
    FF_CHECK(!contains(relevant, from));
    return relevant;
}

// Fills the answers of one square and returns where those of the next one begin.
Bitboard* fill_slider(SliderTable& table, Square from, const std::array<Step, 4>& steps,
                      Bitboard magic, Bitboard* answers) {
    table.relevant = relevant_squares(from, steps);
    table.magic = magic;
    table.answers = answers;
    FF_CHECK(table.relevant != 0);  // the shift is less than 64
    FF_CHECK(count(table.relevant) <= 12);
    table.shift = static_cast<unsigned>(64 - count(table.relevant));
    Bitboard occupied = 0;
    do {  // all subsets of the relevant squares
        Bitboard& answer = answers[(occupied * magic) >> table.shift];
        const Bitboard truth = rays(from, steps, occupied);
        FF_CHECK(answer == 0 || answer == truth);
        answer = truth;
        occupied = (occupied - table.relevant) & table.relevant;
    } while (occupied != 0);
    return answers + (std::size_t{1} << count(table.relevant));
}

void fill_lines(AttackTables& tables, Square a, const std::array<Step, 4>& steps) {
    for (const Step step : steps) {
        const Step back{-step.file, -step.rank};
        const Bitboard line = ray(a, step, 0) | ray(a, back, 0) | bit(a);
        for (const Square b : squares(ray(a, step, 0))) {
            tables.line[a][b] = line;
            tables.between[a][b] = ray(a, step, bit(b)) & ~bit(b);
            FF_CHECK(contains(line, b));
            FF_CHECK(contains(line, a));
            FF_CHECK(!contains(tables.between[a][b], a));
            FF_CHECK((tables.between[a][b] & ~line) == 0);
        }
    }
}

// An attack goes both ways; for pawns it is answered by those of the other side.
void check_symmetry(const AttackTables& tables) {
    const auto& [white, black] = tables.pawn;
    for (Square a = 0; a < 64; ++a) {
        for (Square b = 0; b < 64; ++b) {
            FF_CHECK(contains(white[a], b) == contains(black[b], a));
            FF_CHECK(contains(tables.knight[a], b) == contains(tables.knight[b], a));
            FF_CHECK(contains(tables.king[a], b) == contains(tables.king[b], a));
            FF_CHECK(tables.between[a][b] == tables.between[b][a]);
            FF_CHECK(tables.line[a][b] == tables.line[b][a]);
        }
        FF_CHECK((tables.bishop_lines[a] & tables.rook_lines[a]) == 0);
    }
}

}  // namespace

// The loop sets all others for each square.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
AttackTables::AttackTables() : between{}, line{} {
    Bitboard* rook_next = rook_answers.data();
    Bitboard* bishop_next = bishop_answers.data();
    for (Square from = 0; from < 64; ++from) {
        pawn[index(Side::white)][from] = steps_from(from, std::array<Step, 2>{{{-1, 1}, {1, 1}}});
        pawn[index(Side::black)][from] = steps_from(from, std::array<Step, 2>{{{-1, -1}, {1, -1}}});
        knight[from] = steps_from(from, knight_steps);
        king[from] = steps_from(from, king_steps);
        bishop_lines[from] = rays(from, bishop_steps, 0);
        rook_lines[from] = rays(from, rook_steps, 0);
        rook_next = fill_slider(rook[from], from, rook_steps, rook_magics[from], rook_next);
        bishop_next =
            fill_slider(bishop[from], from, bishop_steps, bishop_magics[from], bishop_next);
        fill_lines(*this, from, bishop_steps);
        fill_lines(*this, from, rook_steps);
    }
    FF_CHECK(rook_next == rook_answers.data() + rook_answers.size());
    FF_CHECK(bishop_next == bishop_answers.data() + bishop_answers.size());
    check_symmetry(*this);
}

[[gnu::init_priority(101)]] const AttackTables attack_tables;

}  // namespace flagfall::chess
