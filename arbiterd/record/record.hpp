// The record of an event as typed rows, read from the committed file: what the API, the exports
// and the reports are made of.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/record/feed.hpp"
#include "common/base/ids.hpp"
#include "common/base/side.hpp"
#include "common/store/reader.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::record {

// A time control of a game that had several (6.10.2).
struct ControlRow {
    std::int64_t ply = 0;  // completed before it counted
    std::string time_control;
    friend bool operator==(const ControlRow&, const ControlRow&) = default;
};

struct GameRow {
    std::string game;
    std::string event;
    std::string round;
    Board board;
    Both<std::string> player;
    std::string time_control;  // the one in force
    std::vector<ControlRow> controls;  // with those before it, oldest first; empty: the only one
    std::string variant;
    std::string fen;      // empty: the orthodox start position
    std::string profile;
    wire::Pairs tags;
    std::string status;   // "ready", "playing", "question", "finished"
    std::string result;   // score text, "*" while there is none
    Both<std::optional<double>> points;
    std::string reason;   // of the ending; empty while there is none
    std::string article;
    std::string decided_by;
    std::int64_t plies = 0;
    std::int64_t presses = 0;  // of a board that reports presses only: the last one's ply
    Both<std::int64_t> reading_us;
    std::int64_t revision = 0;  // of the result
    std::string kind = "pending";  // of it: "pending", "played", "forfeit", "unrated"
    std::string approval = "provisional";  // of it: "appealed", "confirmed" (8.7, 11.10)
    std::int64_t version = 0;   // the position in the log of the last event of the game
    std::optional<std::int64_t> started_wall_ms;
    std::optional<std::int64_t> ended_wall_ms;
    bool illegal_stands = false;  // an illegal move, among its moves
    bool adjourned = false;
    bool reversed = false;        // the players have the other colours than at the start (7.3)
    friend bool operator==(const GameRow&, const GameRow&) = default;
};

struct MoveRow {
    std::int64_t ply = 0;
    std::string side;
    std::string san;
    std::string uci;
    std::string marks;
    std::string completed_by;
    std::int64_t elapsed_us = 0;
    Both<std::int64_t> reading_us;  // as a person set it, if that was before the next move
    std::string at;                 // RFC 3339, UTC
    bool elsewhere = false;         // after a person set up a position that is not the game's own
};

struct RulingRow {
    std::string game;
    Board board;
    std::int64_t number = 0;
    std::int64_t ply = 0;
    std::string by;
    std::string article;
    std::string about;
    std::string text;
    std::string evidence;  // JSON: [["name","value"],...]
    std::int64_t at_us = 0;
    std::int64_t wall_ms = 0;
    std::int64_t undoes = 0;     // the ruling it takes back
    std::int64_t undone_by = 0;  // the ruling that takes it back
};

// A question to the arbiter, open or closed.
struct QuestionRow {
    std::int64_t pos = 0;  // in arbiterd's log: the older, the smaller
    std::string game;
    std::string event;
    std::string round;
    Board board;
    Both<std::string> player;
    std::int64_t number = 0;
    std::string article;
    std::string about;
    std::string text;
    std::string evidence;  // JSON: [["name","value"],...]
    std::string options;   // the same
    bool holds = false;
    std::int64_t wall_ms = 0;
    std::string closed;    // how; empty while it is open
    std::string closed_by;
    std::string option;
    std::int64_t version = 0;  // of the game
    std::string facts;         // as types: JSON; empty: its answers depend on none
};

// A scoresheet as it was entered last.
struct SheetRow {
    std::string whose;  // "white", "black", "arbiter"
    std::string language;
    std::string notation;
    std::string sheet;  // the text
    std::string by;
    std::int64_t wall_ms = 0;
};

// What stands on the envelope of an adjourned game (I.2).
struct AdjournmentRow {
    std::string sealed_by;
    std::int64_t move = 0;
    std::string fen;
    Both<std::int64_t> reading_us;
    std::string offer;  // whose draw offer is alive
    std::string resumption;
    std::string sealed;  // the move as written, once the envelope was opened
    std::string found;
};

struct RoundId {
    std::string event;
    std::string round;
};

// "5400+30, from ply 4 on 7200+30"; empty for a game that had one time control.
std::string controls_text(const GameRow& game);

// The first value of this name; empty when there is none.
std::string_view tag(const wire::Pairs& tags, std::string_view name);

// The file cannot be read at present, or has rows that arbiterd did not write; what() says which.
class RecordError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Questions to the record. Each throws RecordError rather than return half an answer; the next one
// runs normally.
class Record {
public:
    // Opens DIR/arbiterd.db for reading; the error says what is wrong and what to do.
    static std::expected<Record, std::string> open(const std::string& data_dir);

    // While it lives, every question is answered from one state of the file: that of the first. One
    // at a time.
    class Snapshot {
    public:
        explicit Snapshot(Record& record);
        ~Snapshot();
        Snapshot(const Snapshot&) = delete;
        Snapshot& operator=(const Snapshot&) = delete;

    private:
        store::Database& database_;
    };

    // All rounds that have games, or those of one event: by event and natural order of rounds ("2"
    // before "10").
    std::vector<RoundId> rounds(const std::optional<std::string>& event = {});
    // The games of a round by board, without those that were taken back unplayed; empty when there
    // is no such round.
    std::vector<GameRow> games(const RoundId& round);
    // The same with those that were taken back.
    std::vector<GameRow> all_games(const RoundId& round);
    // The games that the log has something of after a position and up to another.
    std::vector<std::string> changed_games(Pos after, Pos up_to);
    std::vector<MoveRow> moves(const std::string& game);
    // By board and number; of one game or of the whole round.
    std::vector<RulingRow> rulings(const RoundId& round);
    // The game of this id, if there is one.
    std::optional<GameRow> game(const std::string& id);
    // The games that were set up at this board and not taken back, the latest first.
    std::vector<GameRow> games_at(Board board);
    // The adjournment that the game is in, if it is.
    std::optional<AdjournmentRow> adjournment(const std::string& game);
    // Open questions of all games, oldest first; or all of one game, closed ones too.
    std::vector<QuestionRow> open_questions();
    std::vector<QuestionRow> questions(const std::string& game);
    // White's, Black's, the arbiter's, as far as they were entered.
    std::vector<SheetRow> sheets(const std::string& game);
    // The game's events in their order, with the rows that have them.
    void events_of_game(const std::string& game,
                        const std::function<void(const wire::GameEvent&, const store::Row&)>& take);
    // The game as the rules know it, from its events; it must exist.
    game::Game state(const std::string& game);
    // Passes on the events of tournaments, and `with_games` those of games that were set up or got
    // other players, after a position and up to the last committed one, which it returns.
    Pos events_of_office(Pos after, bool with_games,
                         const std::function<void(const wire::GameEvent&, Pos)>& report);
    // Where a game was set up last, or got other players; 0: none was.
    Pos players_at();
    // The position of the last committed row of the log.
    Pos last();
    // Of one event, or of all when it is empty: at most `limit` after a position, oldest first.
    std::vector<ChangeRow> changes(const std::string& event, Pos after, std::size_t limit);
    std::vector<AcknowledgementRow> acknowledgements(const RoundId& round);
    RoundCounts counts(const RoundId& round);
    // Where the log was signed last, and by which key; nothing before the first signature.
    std::optional<store::SignedHead> signed_head();
    // Where clockd's log was signed, and by which key, as it last came; nothing before the first.
    std::optional<wire::HeadKept> clock_head();
    // "real" or "virtual": how the instants in the record were made.
    std::string time_mode();
    // Does the file answer? For the readiness check; never throws.
    bool alive();

private:
    explicit Record(std::unique_ptr<store::Reader> reader) : reader_(std::move(reader)) {}
    void check_read();
    std::vector<QuestionRow> questions_where(std::string_view condition, std::string_view game);

    std::unique_ptr<store::Reader> reader_;
};

// "log LOG, event POS, chain CHAIN, key KEY": a line of a report or sheet by which the record can
// be checked later (`arbiterd verify --key`). The chain is shortened to 32 digits.
std::string proof_text(const std::optional<store::SignedHead>& head);

}  // namespace flagfall::record
