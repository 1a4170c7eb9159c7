// The subcommand as its users see it: text in, text out, for the data files.
#include "arbiterd/console/rules_command.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/cli/call.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/tables.hpp"

using namespace flagfall;

namespace {

struct Ran {
    int code = 0;
    std::string out;
    std::string err;
};

std::string taken(std::FILE* file) {
    std::rewind(file);
    std::string text;
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
    std::fclose(file);
    return text;
}

Ran run(const std::vector<std::string_view>& args, const std::string& input) {
    std::FILE* in = std::tmpfile();
    std::FILE* out = std::tmpfile();
    std::FILE* err = std::tmpfile();
    std::fwrite(input.data(), 1, input.size(), in);
    std::rewind(in);
    Ran ran;
    ran.code = cli::run_command("arbiterd", console::rules_command(), {args.begin(), args.end()},
                                {in, out, err});
    ran.out = taken(out);
    ran.err = taken(err);
    std::fclose(in);
    return ran;
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, at);) parts.push_back(part);
    return parts;
}

using chess::test::Row;

std::vector<Row> rows(const std::string& name) { return chess::test::Table(name).rows(); }

// Asks the question once for all rows, each in its variant, and returns the answers in order.
template <class Line>
std::vector<std::string> ask(std::string_view question, const std::vector<Row>& rows,
                             Line line) {
    std::vector<std::string> answers(rows.size());
    for (const std::string wanted : {"standard", "chess960"}) {
        std::string input;
        for (const Row& row : rows)
            if (row["variant"] == wanted) input += line(row) + "\n";
        const auto name = wanted == "standard" ? "chess" : "chess960";
        const Ran ran = run({question, "--variant", name}, input);
        CHECK(ran.code == 0);
        const auto lines = split(ran.out, '\n');
        std::size_t next = 0;
        for (std::size_t at = 0; at < rows.size(); ++at)
            if (rows[at]["variant"] == wanted && next < lines.size()) answers[at] = lines[next++];
        CHECK(next == lines.size());
    }
    return answers;
}

std::string one(std::string_view question, const std::string& line) {
    const Ran ran = run({question}, line + "\n");
    CHECK(ran.code == 0);
    CHECK(ran.out.ends_with('\n'));
    return ran.out.substr(0, ran.out.size() - 1);
}

const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

TEST_CASE("rules perft counts the small rows") {
    std::vector<Row> small;
    for (const Row& row : rows("perft"))
        if (row["nodes"].size() <= 6) small.push_back(row);
    const auto answers =
        ask("perft", small, [](const Row& row) { return row["fen"] + "\t" + row["depth"]; });
    for (std::size_t at = 0; at < small.size(); ++at) {
        INFO(small[at]["fen"]);
        CHECK(answers[at] == small[at]["nodes"]);
    }
}

TEST_CASE("rules moves lists exactly the legal UCI moves") {
    const auto data = rows("uci");
    const auto answers = ask("moves", data, [](const Row& row) { return row["fen"]; });
    for (std::size_t at = 0; at < data.size(); ++at) {
        const Row& row = data[at];
        INFO(row["fen"] << " " << row["text"]);
        const bool listed = (" " + answers[at] + " ").contains(" " + row["text"] + " ");
        CHECK(listed == (row["expected"] == row["text"]));
    }
    CHECK(one("moves", start) ==
          "a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g1f3 g1h3 g2g3 "
          "g2g4 h2h3 h2h4");
}

TEST_CASE("rules san reads moves") {
    const auto data = rows("san");
    const auto answers =
        ask("san", data, [](const Row& row) { return row["fen"] + "\t" + row["text"]; });
    for (std::size_t at = 0; at < data.size(); ++at) {
        const Row& row = data[at];
        INFO(row["fen"] << " '" << row["text"] << "' " << row["class"]);
        if (row["level"] == "may") continue;
        if (row["expected"] == "syntax" || row["expected"] == "illegal") {
            const bool refused = answers[at] == "malformed" || answers[at] == "illegal";
            CHECK(refused);
        } else {
            CHECK(answers[at] == row["expected"]);
        }
    }
}

TEST_CASE("rules fen judges positions") {
    const auto data = rows("fen");
    const auto answers = ask("fen", data, [](const Row& row) { return row["fen"]; });
    for (std::size_t at = 0; at < data.size(); ++at) {
        const Row& row = data[at];
        INFO(row["fen"]);
        if (row["level"] == "may") continue;
        CHECK(answers[at].substr(0, answers[at].find(' ')) == row["expected"]);
        if (row["expected"] == "invalid")
            CHECK(answers[at].size() > std::string("invalid ").size());
    }
}

TEST_CASE("rules mate is never wrong, and its lines mate") {
    const auto data = rows("mate");
    std::string input;
    for (const Row& row : data) input += row["fen"] + "\t" + row["winner"] + "\r\n";
    const auto answers = split(run({"mate"}, input).out, '\n');
    REQUIRE(answers.size() == data.size());
    int open = 0;
    for (std::size_t at = 0; at < data.size(); ++at) {
        const std::string& answer = answers[at];
        const Row& row = data[at];
        INFO(row["fen"] << " " << row["winner"] << ": " << answer);
        open += answer == "undetermined";
        if (answer == "undetermined") continue;
        CHECK(answer.substr(0, answer.find(' ')) == row["expected"]);
        if (!answer.starts_with("winnable")) continue;
        auto position = *chess::parse_position(row["fen"], chess::Variant::chess);
        const auto words = split(answer, ' ');
        for (std::size_t word = 1; word < words.size(); ++word) {
            const auto move = chess::parse_uci(position, words[word]);
            REQUIRE(move.has_value());
            position = chess::after(position, *move);
        }
        CHECK(chess::ending(position) == chess::Ending::checkmate);
        CHECK(position.side_to_move() == (row["winner"] == "w" ? Side::black : Side::white));
    }
    CHECK(open <= 5);
}

TEST_CASE("rules game finds the ply of each draw") {
    const auto data = rows("repetition");
    const auto answers = ask(
        "game", data, [](const Row& row) { return row["start_fen"] + ";" + row["moves"]; });
    const auto field = [](const char* name, const std::string& ply) {
        return "\"" + std::string(name) + "\":" + (ply == "-1" ? "null" : ply);
    };
    for (std::size_t at = 0; at < data.size(); ++at) {
        const Row& row = data[at];
        INFO(row["id"] << ": " << answers[at]);
        CHECK(answers[at].contains(field("threefold", row["first_threefold"]) + ","));
        CHECK(answers[at].contains(field("fivefold", row["first_fivefold"]) + ","));
        CHECK(answers[at].contains(field("fifty", row["first_50"]) + ","));
        CHECK(answers[at].contains(field("seventy_five", row["first_75"]) + ","));
        // Dead by the bare material, or earlier: a forced capture of the last piece follows.
        const auto dead = answers[at].substr(answers[at].find("\"dead\":") + 7);
        const std::string& bare = row["first_insufficient"];
        if (bare != "-1") CHECK((dead != "null}" && std::stoi(dead) <= std::stoi(bare)));
        if (bare == "-1") CHECK(dead == "null}");
        const bool mated = row["game_over_reason"] == "checkmate";
        CHECK(answers[at].contains(
            field("checkmate", mated ? row["game_over_ply"] : std::string("-1")) + ","));
    }
}

TEST_CASE("rules game in other ways") {
    CHECK(one("game", "f2f3 e7e5 g2g4 d8h4") ==
          "{\"threefold\":null,\"fivefold\":null,\"fifty\":null,\"seventy_five\":null,"
          "\"checkmate\":4,\"stalemate\":null,\"dead\":null}");
    CHECK(one("game", "e2e4 e2e4").starts_with("{\"error\":"));
    CHECK(one("game", "e2e4 e2e4").contains("e2e4 at ply 2"));
    CHECK(one("game", "e2e4 say\"so").contains("say\\\"so"));
    CHECK(one("game", "none;e2e4").starts_with("{\"error\":\"invalid "));
    CHECK(one("game", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1;f2f7").contains("\"stalemate\":1"));
    // A capture that must be made ends the game before it is made (5.2.2).
    CHECK(one("game", "7k/8/8/8/8/r7/8/1K6 b - - 0 1;a3a2").contains("\"dead\":null"));
    CHECK(one("game", "7k/8/8/8/8/1r6/8/K7 b - - 0 1;b3b2").contains("\"dead\":1"));
}

TEST_CASE("one line out for each line in") {
    const Ran ran = run({"fen"}, "\n" + start + "\r\n8/8 w - - 0 1\n\nx");
    const auto lines = split(ran.out, '\n');
    REQUIRE(lines.size() == 5);
    CHECK(lines[0] == "error: empty line");
    CHECK(lines[1] == "valid");
    CHECK(lines[2].starts_with("invalid "));
    CHECK(lines[3] == "error: empty line");
    CHECK(lines[4].starts_with("invalid "));
}

TEST_CASE("a line says what is wrong with what it was asked") {
    CHECK(one("perft", start + "\t0") == "1");
    CHECK(one("perft", start).starts_with("error: "));
    CHECK(one("perft", start + "\t99").starts_with("error: "));
    CHECK(one("perft", start + "\tx").starts_with("error: "));
    CHECK(one("perft", "x\t1").starts_with("invalid "));
    CHECK(one("mate", start + "\tx").starts_with("error: "));
    CHECK(one("mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\tw") == "winnable");
    CHECK(one("san", start).starts_with("error: "));
    CHECK(one("san", start + "\tNf6") == "illegal");
    CHECK(one("san", start + "\thello") == "malformed");
    CHECK(one("game", "").starts_with("{\"error\":"));
}

TEST_CASE("the variant shows in the FEN, or is given") {
    CHECK(one("san", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\tO-O") == "e1g1");
    const std::string orthodox = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\tO-O";
    CHECK(one("san", orthodox) == "e1g1");
    CHECK(run({"san", "--variant", "chess960"}, orthodox).out == "e1h1\n");
    CHECK(run({"--variant", "chess", "fen"}, "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\n")
              .out.starts_with("invalid "));
}

TEST_CASE("several lines at a time are answered in their order") {
    std::string input;
    for (int i = 0; i < 3'000; ++i)
        input += i % 7 == 0 ? "nonsense\n" : i % 2 == 0 ? start + "\t1\n" : start + "\t2\n";
    const Ran alone = run({"perft"}, input);
    CHECK(split(alone.out, '\n').size() == 3'000);
    CHECK(run({"perft", "--jobs", "4"}, input).out == alone.out);
    CHECK(run({"perft", "--jobs", "2"}, "").out.empty());
}

TEST_CASE("mating questions are answered in words, too") {
    const auto words = [](const std::string& line) {
        return run({"mate", "--explain"}, line + "\n").out;
    };
    CHECK(words("8/8/6K1/8/8/8/4pQ2/5k2 b - - 0 62\tw") ==
          "White cannot mate by any series of legal moves. There is only one legal move: Kxf2 "
          "leaves White only a king.\n");
    CHECK(words("7k/8/6K1/8/8/8/8/Q7 b - - 0 1\tw").contains("both sides helping: 1... "));
    CHECK(words("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1\tw").contains("#."));
    const std::string wall = words("8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1\tw");
    CHECK(wall.contains("White: pawns a4, c4, e4, g4. Black: pawns a5, c5, e5, g5."));
    CHECK(wall.contains("Black's king can only ever stand on "));
    CHECK(words("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\tw") == "White has given checkmate.\n");
}

TEST_CASE("mating questions give a certificate, and give up on request") {
    const auto certificate = [](const std::string& line) {
        return nlohmann::json::parse(run({"mate", "--certificate"}, line + "\n").out);
    };
    const auto won = certificate("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1\tw");
    CHECK(won.at("verdict") == "winnable");
    CHECK(!won.at("line").empty());
    const auto dead = certificate("8/8/6K1/8/8/8/4pQ2/5k2 b - - 0 62\tw");
    CHECK(dead.at("proof").at("kind") == "closed");
    CHECK(dead.at("proof").at("positions") == std::vector{"8/8/6K1/8/8/8/4pQ2/5k2 b - -"});
    const std::string hard = "k7/Pp1p1p1p/1P6/8/8/8/3P1P1P/7K w - - 0 1\tb\n";
    CHECK(run({"mate", "--nodes", "1000"}, hard).out == "undetermined\n");
    CHECK(run({"mate", "--nodes", "1000", "--explain"}, hard).out.contains("The arbiter decides"));
    for (const char* bad : {"0", "-1", "x", "", "99999999999999999999"}) {
        CHECK(run({"mate", "--nodes", bad}, hard).code == 2);
        CHECK(run({"mate", "--jobs", bad}, hard).code == 2);
        CHECK(run({"mate", "--seconds", bad}, hard).code == 2);
    }
}

TEST_CASE("the command line") {
    CHECK(run({"--help"}, "").code == 0);
    CHECK(run({"--help"}, "").out.contains("perft"));
    CHECK(run({"fen", "--help"}, "").code == 0);
    CHECK(run({}, "").code == 2);
    CHECK(run({}, "").err.contains("perft"));
    CHECK(run({"fen", "moves"}, "").code == 2);
    CHECK(run({"fen", "--variant"}, "").code == 2);
    CHECK(run({"fen", "--variant", "shogi"}, "").code == 2);
    CHECK(run({"fen", "--speed"}, "").code == 2);
}
