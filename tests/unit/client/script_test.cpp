// A game as a list of acts: script.hpp.
#include "clockd/client/script.hpp"

#include "tests/unit/client/kit.hpp"

namespace flagfall::client {
namespace {

std::string letter(Side side) { return side == Side::white ? "w" : "b"; }

std::string text_of(const Step& step) {
    constexpr const char* names[] = {"arrive", "make",  "press",  "offer", "accept",
                                     "decline", "claim", "resign", "flag",  "end"};
    std::string text = letter(step.side) + " " + names[static_cast<std::size_t>(step.act)];
    if (step.kind) text += " " + std::string(name(*step.kind));
    if (!step.text.empty()) text += " " + step.text;
    if (step.act == Act::end)
        text += " " + std::string(flagfall::text(step.outcome.score)) + " " + step.outcome.article;
    if (step.last) text += " last";
    if (step.ruled) text += " ruled";
    return text;
}

// The acts of a game given by its tags and moves, as text.
std::vector<std::string> acts(const std::string& game) {
    const auto script = script_of(pgn(game));
    if (!script) return {"error: " + script.error()};
    std::vector<std::string> texts;
    for (const Step& step : script->steps) texts.push_back(text_of(step));
    return texts;
}

using Texts = std::vector<std::string>;

std::string with(const std::string& termination, const std::string& moves) {
    return "[Termination \"" + termination + "\"]\n\n" + moves;
}

}  // namespace

TEST_CASE("a lost game is resigned by the loser, on move or not") {
    CHECK(acts("1. e4 e5 1-0") == Texts{"w press e4", "b press e5", "b resign"});
    CHECK(acts("1. e4 e5 0-1") == Texts{"w press e4", "b press e5", "w resign"});
}

TEST_CASE("a game lost on time ends by the flag if the loser has the move") {
    CHECK(acts(with("Time forfeit", "1. e4 e5 0-1")).back() == "w flag");
    CHECK(acts(with("White abandoned the game", "1. e4 e5 0-1")).back() == "w flag");
    CHECK(acts(with("time forfeit", "1. e4 e5 1-0")).back() == "b resign");
}

TEST_CASE("mate and stalemate need nobody's press and nothing after them") {
    CHECK(acts("1. f3 e5 2. g4 Qh4# 0-1").back() == "b make Qh4# last");
    const std::string stalemate = "[SetUp \"1\"]\n[FEN \"7k/5K2/8/8/8/8/8/6Q1 w - - 0 1\"]\n\n";
    CHECK(acts(stalemate + "1. Qg6 1/2-1/2") == Texts{"w make Qg6 last"});
}

TEST_CASE("bare kings end the game on the board") {
    const std::string bare = "[SetUp \"1\"]\n[FEN \"8/8/8/3k4/4P3/8/8/4K3 b - - 0 1\"]\n\n";
    CHECK(acts(bare + "1... Kxe4 1/2-1/2") == Texts{"b make Kxe4 last"});
}

TEST_CASE("the fifth occurrence ends the game on the board") {
    std::string moves;
    for (int i = 0; i < 4; ++i) moves += "Nf3 Nf6 Ng1 Ng8 ";
    CHECK(acts(moves + "1/2-1/2").back() == "b make Ng8 last");
    CHECK(acts(moves + "e4 1/2-1/2").back() == "b accept");
}

TEST_CASE("an agreed draw is offered between move and press") {
    CHECK(acts("1. e4 e5 1/2-1/2") ==
          Texts{"w press e4", "b make e5", "b offer", "b press", "w accept"});
}

TEST_CASE("a draw on time, and a draw that the players cannot agree to") {
    CHECK(acts(with("time forfeit", "1. e4 e5 1/2-1/2")).back() == "w flag");
    CHECK(acts("1. e4 1/2-1/2").back() == "b end 1/2-1/2 8.7");
    CHECK(acts("1/2-1/2") == Texts{"w end 1/2-1/2 8.7"});
}

TEST_CASE("a forfeit without a move is the arbiter's") {
    CHECK(acts("1-0") == Texts{"w end 1-0 6.7.1"});
    CHECK(acts("0-1") == Texts{"w end 0-1 6.7.1"});
}

// Without it, an arbiter would be asked whether the player came at all.
TEST_CASE("who loses on time without a move was there", "[regress]") {
    CHECK(acts(with("Time forfeit", "1. e4 1-0")) == Texts{"w press e4", "b arrive", "b flag"});
}

TEST_CASE("an unfinished game ends with its moves") {
    CHECK(acts("1. e4 *") == Texts{"w press e4"});
    CHECK_FALSE(script_of(pgn("1. e4 *"))->result.has_value());
}

TEST_CASE("incidents come before the next move and wait for a ruling") {
    CHECK(acts("1. e4 {[%illegal Ke2]} e5 {[%press]} 2. Nf3 {[%claim threefold Nf6]} 0-1") ==
          Texts{"w press e4", "b press Ke2 ruled", "b press e5", "w press ruled", "w press Nf3",
                "b claim threefold Nf6 ruled", "w resign"});
    CHECK(acts("{[%illegal e5]} 1. e4 *") == Texts{"w press e5 ruled", "w press e4"});
    CHECK(acts("1. e4 e5 {[%flag]} 0-1").back() == "w flag");
    CHECK(acts("1. e4 e5 {[%resign]} 0-1") == Texts{"w press e4", "b press e5", "w resign"});
}

TEST_CASE("an offer is made with the move it stands after") {
    CHECK(acts("1. e4 e5 {[%offer] [%decline]} 2. Nf3 *") ==
          Texts{"w press e4", "b make e5", "b offer", "b press", "w decline", "w press Nf3"});
    // Declined, then agreed later.
    CHECK(acts("1. e4 e5 {[%offer] [%decline]} 1/2-1/2") ==
          Texts{"w press e4", "b make e5", "b offer", "b press", "w decline", "b offer",
                "w accept"});
    CHECK(acts("1. e4 e5 {[%offer]} 1/2-1/2").size() == 5);
    CHECK(acts("{[%offer]} 1. e4 *") ==
          Texts{"error: in the comment after ply 0: nobody has moved yet who could offer"});
}

TEST_CASE("a wrong directive names its move") {
    CHECK(acts("1. e4 e5 {[%claim]} *") ==
          Texts{"error: in the comment after ply 2: expected [%claim KIND], the kinds of "
                "docs/protocol.md; a move may follow that of a draw"});
}

TEST_CASE("steps carry the recorded reading and the moves that are left") {
    const auto script = script_of(pgn("1. e4 {[%clk 0:10:00]} e5 2. Nf3 {[%clk 0:09:58.5]} Nc6 *"));
    REQUIRE(script.has_value());
    const auto& steps = script->steps;
    CHECK(steps[0].clk == minutes(10));
    CHECK_FALSE(steps[1].clk.has_value());
    CHECK(steps[2].clk == milliseconds(598'500));
    CHECK(steps[0].moves_left == 2);
    CHECK(steps[1].moves_left == 2);
    CHECK(steps[2].moves_left == 1);
    CHECK(steps[3].moves_left == 1);
    CHECK(script->plies == 4);
}

TEST_CASE("Black may have the first move") {
    const auto script = script_of(
        pgn("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd7 2. e4 0-1"));
    REQUIRE(script.has_value());
    CHECK(script->first == Side::black);
    CHECK(text_of(script->steps[0]) == "b press Kd7");
    CHECK(text_of(script->steps[2]) == "w resign");
}

TEST_CASE("a script goes on where the clock was set to") {
    // 0 e4, 1 illegal, 2 illegal, 3 e5, 4 Nf3, 5 resign
    const auto script = script_of(pgn("1. e4 {[%illegal Ke3] [%illegal Ke4]} e5 2. Nf3 1-0"));
    REQUIRE(script.has_value());
    const auto& steps = script->steps;
    REQUIRE(steps.size() == 6);
    CHECK(resume_at(steps, 2, Ply{1}) == 2);  // the ruling on the first move: now the second one
    CHECK(resume_at(steps, 3, Ply{1}) == 3);  // and then the move
    CHECK(resume_at(steps, 3, Ply{2}) == 4);  // the ruling completed the move
    CHECK(resume_at(steps, 4, Ply{1}) == 3);  // put back: the move again, not the incidents
    CHECK(resume_at(steps, 5, Ply{0}) == 0);
    CHECK(resume_at(steps, 5, Ply{3}) == 5);  // after the last move: the end
    CHECK(resume_at(steps, 3, Ply{3}) == 5);
    CHECK(resume_at(steps, 6, Ply{3}) == 6);
}

}  // namespace flagfall::client
