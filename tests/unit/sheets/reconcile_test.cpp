// Sheets compared with the record and with each other: real games, with errors put in by hand and
// at random.
#include "arbiterd/sheets/reconcile.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "common/chess/pgn.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/paths.hpp"

using namespace flagfall;
using namespace flagfall::sheets;
using chess::Form;
using chess::Language;

namespace {

Record record_of(const chess::PgnGame& game) {
    Record record{game.start, {}};
    for (const chess::PgnMove& move : game.moves) record.moves.push_back({move.move, false});
    return record;
}

std::vector<Record> records() {
    std::vector<Record> all;
    for (const std::string& file : {test::test_data("classics.pgn"),
                                    test::shared_data("games/ecc2018_round1.pgn")}) {
        std::ifstream in(file);
        if (!in) WARN("skipped: no " << file);
        std::ostringstream text;
        text << in.rdbuf();
        const std::string whole = text.str();
        chess::PgnReader reader(whole);
        while (const auto game = reader.next())
            if (*game && (*game)->moves.size() > 10) all.push_back(record_of(**game));
    }
    REQUIRE(all.size() > 10);
    if (all.size() > 60) all.resize(60);
    return all;
}

// The Opera Game.
Record opera() {
    const auto game = chess::PgnReader(
        "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 "
        "9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 "
        "15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0").next();
    return record_of(**game);
}

// The words of a record's moves, to be damaged.
std::vector<std::string> words_of(const Record& record, Form form, Language language) {
    std::vector<std::string> words;
    chess::Position position = record.start;
    for (const RecordedMove& move : record.moves) {
        words.push_back(chess::write_move(position, move.move, form, language));
        position = after(position, move.move);
    }
    return words;
}

// As a player writes them: pairs with numbers from 1.
std::string sheet_of(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t at = 0; at < words.size(); ++at)
        text += (at % 2 == 0 ? "\n" + std::to_string(at / 2 + 1) + ". " : " ") + words[at];
    return text + "\n";
}

Input input(std::string name, const std::string& text, Choice choice = {}) {
    return {std::move(name), read_sheet(text), choice};
}
const Choice english{chess::Notation::algebraic, Language::english};

Report against_opera(const std::vector<std::string>& texts) {
    std::vector<Input> inputs;
    for (const std::string& text : texts) inputs.push_back(input("sheet", text, english));
    return reconcile(opera(), inputs);
}
std::string opera_sheet() { return sheet_of(words_of(opera(), Form::laws, Language::english)); }
std::string replaced(std::string text, const std::string& what, const std::string& by) {
    REQUIRE(text.find(what) != std::string::npos);
    return text.replace(text.find(what), what.size(), by);
}

// Everything that does not agree: "gap 9" and so on.
std::string oddities(const SheetReport& sheet) {
    std::string out;
    for (const Finding& finding : sheet.findings)
        if (finding.standing != Standing::agrees)
            out += (out.empty() ? "" : ", ") + std::string(name(finding.standing)) + " " +
                   move_label(finding.ply) + finding.written + (finding.legal ? " legal" : "");
    return out;
}

std::vector<chess::Move> moves_of(const Record& record) {
    std::vector<chess::Move> moves;
    for (const RecordedMove& move : record.moves) moves.push_back(move.move);
    return moves;
}

}  // namespace

TEST_CASE("a sheet in any language proves the whole game, and the language is found") {
    for (const Record& record : records())
        for (const Language language : chess::all_languages) {
            const std::string text = sheet_of(words_of(record, Form::laws, language));
            const Report report = reconcile(record, std::vector{input("sheet", text)});
            const SheetReport& sheet = report.sheets[0];
            const chess::Writing writing{chess::Notation::algebraic, language};
            INFO(text);
            CHECK(sheet.complete);
            CHECK(sheet.in_a_row == record.moves.size());
            CHECK(report.proven == record.moves.size());
            CHECK(std::ranges::find(sheet.writings, writing) != sheet.writings.end());
            CHECK(report.questions.empty());
        }
}

TEST_CASE("a sheet read alone gives the moves, in every language and notation that fits") {
    const Record record = opera();
    const auto read = [&](Form form, Language language) {
        return read_moves(read_sheet(sheet_of(words_of(record, form, language))), record.start, {});
    };
    const auto german = read(Form::laws, Language::german);
    REQUIRE(german.size() == 1);
    CHECK_FALSE(german[0].trouble.has_value());
    CHECK(german[0].moves == moves_of(record));
    REQUIRE(german[0].writings.size() == 1);
    CHECK(name(german[0].writings[0]) == "algebraic german");
    const auto spanish = read(Form::long_form, Language::spanish);
    REQUIRE(spanish.size() == 1);
    REQUIRE(spanish[0].writings.size() == 2);  // Spanish and Italian have the same letters
    CHECK(name(spanish[0].writings[1]) == "algebraic italian");
    const auto figures = read(Form::iccf, Language::english);
    REQUIRE(figures.size() == 1);
    CHECK(name(figures[0].writings[0]) == "iccf");
    CHECK(figures[0].moves == moves_of(record));
}

TEST_CASE("a sheet that several languages read differently is reported in all of them") {
    // R is a rook in English, a king in French and Spanish.
    const Sheet sheet = read_sheet("1. Rd1");
    const auto start =
        chess::parse_position("7k/8/8/8/8/8/8/R3K3 w - - 0 1", chess::Variant::chess);
    const auto readings = read_moves(sheet, *start, {});
    REQUIRE(readings.size() == 2);
    CHECK(name(readings[0].writings.at(0)) == "algebraic english");
    CHECK(readings[1].writings.size() == 3);
    CHECK(readings[0].moves != readings[1].moves);
    CHECK(read_moves(sheet, *start, {{}, Language::french}).size() == 1);
    const auto undecided = reconcile({*start, {}}, std::vector{Input{"a", sheet, {}}});
    CHECK(undecided.sheets[0].findings[0].standing == Standing::beyond);
    const Report alone = reconcile_alone(*start, std::vector{Input{"a", sheet, {}}});
    REQUIRE_FALSE(alone.questions.empty());
    CHECK(alone.questions[0].starts_with("a: how is it written?"));
}

TEST_CASE("reading a sheet alone stops where it must and says why") {
    const auto trouble = [](const char* text) {
        const Sheet sheet = read_sheet(text);
        const auto readings = read_moves(sheet, chess::start_position(), english);
        REQUIRE(readings.size() == 1);
        REQUIRE(readings[0].trouble.has_value());
        const TextPosition place = sheet.entries[readings[0].trouble->entry].place;
        return std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
               readings[0].trouble->text;
    };
    CHECK(trouble("1. e4 e5\n2. Ke3") == "2:4 move 2. \"Ke3\" is not legal here");
    CHECK(trouble("1. e4 e5\n2. Sf3") == "2:4 move 2. \"Sf3\" is not readable");
    CHECK(trouble("1. e4 ...") == "1:7 move 1... is left open");
    CHECK(trouble("1. e4 e5\n3. d4") == "2:4 move 3. stands where move 2. should be");
    CHECK(trouble("1. d4 d5 2. Nf3 e6 3. Nd2") ==
          "1:23 move 3. \"Nd2\" is ambiguous: Nb1-d2 or Nf3-d2");
}

TEST_CASE("one wrong move is a contradiction, and the moves behind it agree") {
    const Report report = against_opera({replaced(opera_sheet(), "7. Qb3", "7. Qe2")});
    const SheetReport& sheet = report.sheets[0];
    CHECK(oddities(sheet) == "contradicts 7.Qe2 legal");
    CHECK(sheet.proves == Both<std::uint32_t>{{16, 16}});
    CHECK(sheet.in_a_row == 12);
    CHECK(sheet.first_contradiction == 12U);
    CHECK(sheet.wrong_pairs == 1);
    CHECK_FALSE(sheet.complete);
    CHECK(report.proven == 12);
    CHECK(oddities(against_opera({replaced(opera_sheet(), "7. Qb3", "7. Qb4")}).sheets[0]) ==
          "contradicts 7.Qb4");
    CHECK(oddities(against_opera({replaced(opera_sheet(), "7. Qb3", "7. Db3")}).sheets[0]) ==
          "unreadable 7.Db3");
    CHECK(oddities(against_opera({replaced(opera_sheet(), "Nbd7", "Nd7")}).sheets[0]) ==
          "ambiguous 11...Nd7 legal");
}

TEST_CASE("a missing move, a missing pair and a pair written twice do not spoil the rest") {
    const std::string whole = opera_sheet();
    CHECK(oddities(against_opera({replaced(whole, "7. Qb3 Qe7", "7. ... Qe7")}).sheets[0]) ==
          "gap 7.");
    CHECK(oddities(against_opera({replaced(whole, "\n7. Qb3 Qe7", "")}).sheets[0]) ==
          "gap 7., gap 7...");
    std::vector<std::string> words = words_of(opera(), Form::laws, Language::english);
    std::vector<std::string> less = words;
    less.erase(less.begin() + 12, less.begin() + 14);  // and the numbers go on: all are wrong
    CHECK(oddities(against_opera({sheet_of(less)}).sheets[0]) == "gap 7., gap 7...");
    less.erase(less.begin() + 12);  // a half-move: the columns change
    CHECK(oddities(against_opera({sheet_of(less)}).sheets[0]) == "gap 7., gap 7..., gap 8.");
    std::vector<std::string> twice = words;
    twice.insert(twice.begin() + 14, words.begin() + 12, words.begin() + 14);
    const SheetReport sheet = against_opera({sheet_of(twice)}).sheets[0];
    CHECK(std::ranges::count(sheet.findings, Standing::extra, &Finding::standing) == 2);
    CHECK(sheet.proves == Both<std::uint32_t>{{17, 16}});
    CHECK_FALSE(sheet.complete);
}

TEST_CASE("a sheet that ends early or goes on proves what it has") {
    std::vector<std::string> words = words_of(opera(), Form::laws, Language::english);
    words.resize(20);
    const SheetReport early = against_opera({sheet_of(words)}).sheets[0];
    CHECK(early.in_a_row == 20);
    CHECK(early.incomplete_pairs == 7);
    CHECK_FALSE(early.reasonably_complete());
    const SheetReport late = against_opera({opera_sheet() + "17... Ke7\n18. Qe4"}).sheets[0];
    CHECK(oddities(late) == "beyond 17...Ke7, beyond 18.Qe4");
    CHECK(late.in_a_row == 33);
    CHECK_FALSE(late.complete);
}

TEST_CASE("three incomplete pairs are reasonably complete, four are not (13C7)") {
    std::string text = opera_sheet();
    for (const char* word : {"Qb3", "Nxb5", "Rxd7"}) text = replaced(text, word, "...");
    text = replaced(text, "Qe7", "?");  // the other half of a pair that is counted already
    CHECK(against_opera({text}).sheets[0].incomplete_pairs == 3);
    CHECK(against_opera({text}).sheets[0].reasonably_complete());
    text = replaced(text, "Qe6", "xyz");
    CHECK(against_opera({text}).sheets[0].incomplete_pairs == 4);
    CHECK_FALSE(against_opera({text}).sheets[0].reasonably_complete());
}

TEST_CASE("sheets that agree with each other against the record are reported") {
    const std::string white = replaced(opera_sheet(), "7. Qb3", "7. Qe2");
    const std::string black = replaced(opera_sheet(), "7. Qb3", "7. Qf3-e2");
    const Report report = against_opera({white, black, opera_sheet()});
    REQUIRE(report.against.size() == 1);
    CHECK(report.against[0].ply == 13);
    CHECK(report.against[0].sheets == std::vector<std::size_t>{0, 1});
    CHECK(chess::square_name(report.against[0].move.to()) == "e2");
    CHECK(report.proven == 12);  // one sheet proves it, two contradict
    CHECK(against_opera({white, opera_sheet()}).against.empty());
}

TEST_CASE("draw offers: by both, by one, and not recorded (8.1.5)") {
    Record record = opera();
    record.moves[9].draw_offer = true;
    const std::string white = replaced(opera_sheet(), "dxe5\n", "dxe5 (=)\n");
    const std::string black = replaced(replaced(opera_sheet(), "dxe5\n", "dxe5(=)\n"), "Rd8\n",
                                       "Rd8=\n");
    const Report report = reconcile(
        record, std::vector{input("White", white, english), input("Black", black, english)});
    REQUIRE(report.offers.size() == 2);
    CHECK(report.offers[0].ply == 10);
    CHECK(report.offers[0].recorded);
    CHECK(report.offers[0].sheets == std::vector<std::size_t>{0, 1});
    CHECK(report.offers[1].ply == 24);
    CHECK_FALSE(report.offers[1].recorded);
    CHECK(report.offers[1].sheets == std::vector<std::size_t>{1});
}

TEST_CASE("two sheets prove more than one, and the position they prove is reported") {
    const std::string white = replaced(opera_sheet(), "7. Qb3", "7. ...");
    const std::string black = replaced(opera_sheet(), "8. Nc3", "8. ?");
    const Report report = against_opera({white, black});
    CHECK(report.proven == 33);
    CHECK(report.proven_by_all == 12);
    chess::Position end = chess::start_position();
    for (const RecordedMove& move : opera().moves) end = after(end, move.move);
    CHECK(report.proven_position() == end);
    CHECK(text(report).find("proven without a break: 33 of 33 plies") != std::string::npos);
}

TEST_CASE("random faults in real sheets: nothing agrees that was spoilt, all else does") {
    test::Dice dice(8);
    for (const Record& record : records()) {
        std::vector<std::string> words = words_of(record, Form::laws, Language::german);
        std::size_t spoilt = 0;
        for (std::size_t at = 4; at < words.size(); at += 5 + dice.below(12)) {
            words[at] = dice.one_in(2) ? "..." : "Kx9";
            ++spoilt;
        }
        const Report report = reconcile(record, std::vector{input("sheet", sheet_of(words))});
        const SheetReport& sheet = report.sheets[0];
        CHECK(sheet.proves[Side::white] + sheet.proves[Side::black] == words.size() - spoilt);
        CHECK(sheet.in_a_row == 4);
        CHECK(report.proven == 4);
    }
}

TEST_CASE("without a record two sheets with faults give the game that was played") {
    test::Dice dice(15);
    std::size_t tried = 0;
    for (const Record& record : records()) {
        std::vector<std::string> white = words_of(record, Form::laws, Language::english);
        std::vector<std::string> black = words_of(record, Form::long_form, Language::german);
        for (std::size_t at = 6; at + 6 < white.size(); at += 8 + dice.below(12)) {
            auto& sheet = dice.one_in(2) ? white : black;
            sheet[at] = dice.one_in(2) ? "..." : "a1-a9";
        }
        const Report report =
            reconcile_alone(record.start, std::vector{input("White", sheet_of(white)),
                                                      input("Black", sheet_of(black))});
        INFO(sheet_of(white) << sheet_of(black) << text(report));
        CHECK(moves_of(report.line) == moves_of(record));
        CHECK(report.proven == record.moves.size());
        CHECK(report.proven_by_all < record.moves.size());
        CHECK_FALSE(report.has_record);
        if (++tried == 12) break;
    }
}

TEST_CASE("without a record: missing and doubled pairs, and moves that only one sheet has") {
    const std::vector<std::string> words = words_of(opera(), Form::laws, Language::english);
    std::vector<std::string> white = words;
    white.erase(white.begin() + 12, white.begin() + 14);
    std::vector<std::string> black = words;
    black.insert(black.begin() + 20, words.begin() + 18, words.begin() + 20);
    black.resize(28);
    const Report report = reconcile_alone(
        chess::start_position(), std::vector{input("White", sheet_of(white), english),
                                             input("Black", sheet_of(black), english)});
    INFO(text(report));
    CHECK(moves_of(report.line) == moves_of(opera()));
    CHECK(oddities(report.sheets[0]) == "gap 7., gap 7...");
    CHECK(report.proven_by_all == 12);
}

TEST_CASE("without a record: where no sheet has a move the line ends and the question is put") {
    const std::string one = replaced(opera_sheet(), "7. Qb3", "7. ...");
    const Report report = reconcile_alone(
        chess::start_position(),
        std::vector{input("White", one, english), input("Black", one, english)});
    CHECK(report.line.moves.size() == 12);
    CHECK(report.proven_by_all == 12);
    // Different legal moves that fit all the rest: nobody guesses which was played.
    const std::string left = "1. e4 e5 2. a3 a6 3. Nf3 Nf6";
    const std::string right = "1. e4 e5 2. h3 a6 3. Nf3 Nf6";
    const Report two = reconcile_alone(
        chess::start_position(),
        std::vector{input("White", left, english), input("Black", right, english)});
    CHECK(two.line.moves.size() == 2);
    REQUIRE(two.questions.size() >= 1);
    CHECK(two.questions[0] == "2. a3 or h3: several lines from here on explain the sheets alike");
}

namespace {

// Every entry and every move of the record is reported exactly once.
void mutilate_sheets(int rounds) {
    test::Dice dice(99);
    const Record record = opera();
    const std::string whole = opera_sheet();
    for (int round = 0; round < rounds; ++round) {
        std::string text = whole;
        for (std::uint32_t n = 1 + dice.below(12); n > 0; --n) {
            const std::size_t at = dice.below(static_cast<std::uint32_t>(text.size()));
            const std::size_t size = dice.below(12);
            switch (dice.below(4)) {
                case 0: text.erase(at, size); break;
                case 1: text.insert(at, text.substr(dice.below(200) % text.size(), size)); break;
                case 2: text[at] = static_cast<char>(dice.below(256)); break;
                default: text.insert(at, 1, "\t\n |{}=?-().:x0"[dice.below(16)]);
            }
            if (text.empty()) text = " ";
        }
        const Sheet sheet = read_sheet(text);
        const std::vector inputs{Input{"a", sheet, {}}, Input{"b", read_sheet(whole), english}};
        const Report report = reconcile(record, inputs);
        std::size_t entries = 0;
        std::uint32_t plies = 0;
        bool in_order = true;
        for (const Finding& finding : report.sheets[0].findings) {
            if (finding.entry) in_order = in_order && *finding.entry == entries++;
            if (finding.standing == Standing::extra || finding.standing == Standing::beyond) {
                in_order = in_order && finding.ply > plies;
                continue;
            }
            in_order = in_order && finding.ply == ++plies;
        }
        INFO(text);
        CHECK(in_order);
        CHECK(entries == sheet.entries.size());
        CHECK(plies == record.moves.size());
        if (round % 15 == 0) {
            const Report alone = reconcile_alone(record.start, inputs);
            CHECK(alone.proven <= alone.line.moves.size());
            CHECK_FALSE(sheets::text(alone).empty());
        }
    }
}

}  // namespace

TEST_CASE("mutilated sheets: every entry and every move of the record is reported exactly once") {
    mutilate_sheets(300);
}
TEST_CASE("1500 mutilated sheets: everything is reported exactly once", "[.slow]") {
    mutilate_sheets(1500);
}
