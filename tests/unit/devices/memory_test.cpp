// A board's own notes: what stood still, and the game that its memory holds.
#include "clockd/devices/memory.hpp"

#include "tests/support/boards.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::devices;
using chess::square_at;

namespace {

Note change(chess::Square square, chess::Piece piece, bool soon) {
    return {.what = Note::What::change, .square = square, .piece = piece, .soon = soon};
}

const Placement start = Placement::of(chess::start_position());
constexpr chess::Piece pawn{Side::white, chess::Kind::pawn};

}  // namespace

TEST_CASE("fields count from a8 to h1, pieces in the order of the wire") {
    CHECK(square_of(0) == square_at(0, 7));
    CHECK(square_of(7) == square_at(7, 7));
    CHECK(square_of(63) == square_at(7, 0));
    for (unsigned field = 0; field < 64; ++field) CHECK(field_of(square_of(field)) == field);
    for (unsigned code = 0; code <= 12; ++code) CHECK(code_of(*piece_of(code)) == code);
    CHECK(piece_of(2) == chess::Piece{Side::white, chess::Kind::rook});
    CHECK(piece_of(11) == chess::Piece{Side::black, chess::Kind::king});
    CHECK(piece_of(13)->empty());  // the signs for results
    CHECK_FALSE(piece_of(16));
    CHECK(placement_of(fields_of(start)) == start);
    CHECK_FALSE(placement_of("short"));
}

TEST_CASE("every note is read as it was written") {
    std::string all;
    std::vector<Note> notes{change(square_at(4, 1), {}, true), change(square_at(4, 3), pawn, false),
                            {.what = Note::What::time, .hand = Hand::left, .time = seconds(5391)},
                            {.what = Note::What::begin}, {.what = Note::What::start},
                            {.what = Note::What::watchdog}};
    for (const Note& note : notes) all += bytes_of(note);
    CHECK(notes_of(all) == Notes{notes, false});
    CHECK(notes_of(all.substr(0, all.size() - 1)).notes.size() == notes.size() - 1);
    CHECK(notes_of(all + "\x41").damaged);
    CHECK(notes_of("\x55\x40").damaged);  // a square that is none
}

TEST_CASE("a stray byte costs nothing but itself", "[regress]") {
    const std::vector<Note> notes{{.what = Note::What::begin}, change(square_at(4, 1), {}, false),
                                  change(square_at(4, 3), pawn, true)};
    for (const char stray : {'\x05', '\x3f', '\x7d', '\x5f'})
        for (std::size_t place = 0; place <= notes.size(); ++place) {
            std::string all;
            for (std::size_t n = 0; n < notes.size(); ++n) {
                if (n == place) all += stray;
                all += bytes_of(notes[n]);
            }
            if (place == notes.size()) all += stray;
            INFO(int{stray} << " before note " << place);
            CHECK(notes_of(all) == Notes{notes, true});
            CHECK(last_game(notes_of(all), {}).size() == 2);
        }
}

TEST_CASE("what stood still between two changes is given once") {
    NoteFollower follower(start);
    CHECK_FALSE(follower.take(change(square_at(4, 1), {}, false)));
    CHECK_FALSE(follower.take(change(square_at(4, 3), pawn, true)));
    const auto stood = follower.take(change(square_at(4, 6), {}, false));
    REQUIRE(stood);
    CHECK(text(stood->placement) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    CHECK_FALSE(follower.take(change(square_at(4, 6), {Side::black, chess::Kind::pawn}, true)));
    CHECK_FALSE(follower.rest());  // it was put back
}

TEST_CASE("a memory gives its last game") {
    test::WiredBoard board("01025");
    board.set_up(start, Instant{});
    board.put(square_at(0, 1), {}, Instant{} + seconds(5));
    board.put(square_at(0, 1), pawn, Instant{} + seconds(6));  // the starting position once more
    board.put(square_at(4, 1), {}, Instant{} + seconds(10));
    board.put(square_at(4, 3), pawn, Instant{} + milliseconds(10'100));
    board.note_time(Hand::right, seconds(5395));
    test::WiredLine line(1);
    Notes notes{{change(square_at(4, 1), {}, false), {.what = Note::What::begin},
                 change(square_at(4, 1), {}, false), change(square_at(4, 3), pawn, true)},
                false};
    const auto game = last_game(notes, {});
    REQUIRE(game.size() == 2);
    CHECK(game[0].placement == start);
    CHECK(text(game[1].placement) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    CHECK(last_game({{change(square_at(4, 1), {}, false)}, false}, start).empty());
}

TEST_CASE("a memory that begins with our mark is read with the men written there, and without",
          "[regress]") {
    Notes memory{{{.what = Note::What::begin}, change(square_at(3, 1), {}, false)}, false};
    memory.notes.push_back({.what = Note::What::start});
    const bool writes = GENERATE(true, false);
    if (writes) {
        memory.notes.push_back({.what = Note::What::empty});
        for (const chess::Square square : chess::squares(start.occupied()))
            memory.notes.push_back(change(square, start.at(square), true));
    }
    memory.notes.push_back(change(square_at(4, 1), {}, false));
    memory.notes.push_back(change(square_at(4, 3), pawn, true));
    const auto game = last_game(memory, start);
    REQUIRE(game.size() == 1);
    CHECK(text(game[0].placement) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
}

TEST_CASE("a game that began after our mark is the last one", "[regress]") {
    const Notes memory{{{.what = Note::What::start}, change(square_at(3, 1), {}, false),
                        change(square_at(3, 3), pawn, true), {.what = Note::What::begin},
                        change(square_at(4, 1), {}, false), change(square_at(4, 3), pawn, true)},
                       false};
    const auto game = last_game(memory, start);
    REQUIRE(game.size() == 2);
    CHECK(game[0].placement == start);
}
