// The record as typed rows, read from the committed file. The API, the exports and the reports are
// built from it.
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
    std::int64_t ply = 0;  // plies completed before it applied
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
    std::vector<ControlRow> controls;  // all of them, oldest first; empty: there was only one
    std::string variant;
    std::string fen;      // empty: the orthodox start position
    std::string profile;
    wire::Pairs tags;
    wire::GameStatus status{};
    std::string result;   // score text, "*" while there is none
    Both<std::optional<double>> points;
    Ending reason = Ending::none;  // why the game ended; none while there is no result
    std::string article;
    std::string decided_by;
    std::int64_t plies = 0;
    std::int64_t presses = 0;  // at a board that reports presses only: the ply of the last one
    Both<std::int64_t> reading_us;
    std::int64_t revision = 0;  // of the result
    wire::ResultKind kind = wire::ResultKind::pending;  // adjourned games are pending here
    wire::ApprovalState approval = wire::ApprovalState::provisional;  // of the result
    std::int64_t version = 0;   // the position in the log of the last event of the game
    std::optional<std::int64_t> started_wall_ms;
    std::optional<std::int64_t> ended_wall_ms;
    bool illegal_stands = false;  // one of its moves is illegal and stands
    bool adjourned = false;
    bool reversed = false;        // the players have swapped colours since the start (7.3)
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
    Both<std::int64_t> reading_us;  // as a person set it, if they did before the next move
    std::string at;                 // RFC 3339, UTC
    std::string set_up;             // FEN of the position from which it goes on, if a person set
                                    // up one that is not the game's
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
    bool taken_back = false;     // its game was taken back unplayed: no result has it
    bool corrects_clock = false;  // it also holds when the game begins again (6.10.2)
    std::int64_t cancelled_by = 0;  // the ruling that ended its attempt (7.2.1, 7.3)
};

// A question to the arbiter, open or closed.
struct QuestionRow {
    std::int64_t pos = 0;  // in arbiterd's log: older questions have smaller ones
    std::string game;
    std::string event;
    std::string round;
    Board board;
    Both<std::string> player;   // as the game was set up
    std::int64_t number = 0;
    std::string article;
    std::string about;
    std::string text;
    std::string evidence;  // JSON: [["name","value"],...]
    std::string options;   // likewise
    bool holds = false;
    std::int64_t wall_ms = 0;
    std::string closed;    // how it was closed; empty while it is open
    std::string closed_by;
    std::string option;
    std::int64_t version = 0;  // of the game
    std::string facts;         // typed, as JSON; empty: the answers depend on no facts
    bool reversed = false;     // the game's players have the other colours than paired
};

// The latest version of a scoresheet.
struct SheetRow {
    std::string whose;  // "white", "black", "arbiter"
    std::string language;
    std::string notation;
    std::string sheet;  // the text
    std::string by;
    std::int64_t wall_ms = 0;
};

// The moves of two players without a game at our clocks, as another system has them.
struct KeptMovesRow {
    std::string sheet;  // PGN of the moves only
    std::string source;
    std::int64_t wall_ms = 0;
};

// What is written on the envelope of an adjourned game (I.2).
struct AdjournmentRow {
    std::string sealed_by;
    std::int64_t move = 0;
    std::string fen;
    Both<std::int64_t> reading_us;
    std::string offer;  // the side whose draw offer is still open
    std::string resumption;
    std::string sealed;  // the move as written, once the envelope has been opened
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

// The file cannot be read now, or has rows that arbiterd did not write; what() says which.
class RecordError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Queries of the record. Each throws RecordError rather than return part of an answer; later ones
// work as usual.
class Record {
public:
    // Opens DIR/arbiterd.db for reading; the error says what is wrong and what to do.
    static std::expected<Record, std::string> open(const std::string& data_dir);

    // While it exists, all queries see one state of the file: that of the first query. Only one may
    // exist at a time.
    class Snapshot {
    public:
        explicit Snapshot(Record& record);
        ~Snapshot();
        Snapshot(const Snapshot&) = delete;
        Snapshot& operator=(const Snapshot&) = delete;

    private:
        store::Database& database_;
    };

    // The rounds that have games, of one event or of all, by event and then in natural order ("2"
    // before "10").
    std::vector<RoundId> rounds(const std::optional<std::string>& event = {});
    // The games of a round by board, without those that were taken back unplayed; empty when there
    // is no such round.
    std::vector<GameRow> games(const RoundId& round);
    // The same, including games that were taken back.
    std::vector<GameRow> all_games(const RoundId& round);
    // The ids of games with an event after `after` and up to `up_to`.
    std::vector<std::string> changed_games(Pos after, Pos up_to);
    std::vector<MoveRow> moves(const std::string& game);
    // By board and number, of one game or of the whole round.
    std::vector<RulingRow> rulings(const RoundId& round);
    // The game of this id, if there is one.
    std::optional<GameRow> game(const std::string& id);
    // The games that were set up at this board and not taken back, newest first.
    std::vector<GameRow> games_at(Board board);
    // The game's present adjournment; nothing when it is not adjourned.
    std::optional<AdjournmentRow> adjournment(const std::string& game);
    // The open questions of all games, oldest first; or all questions of one game.
    std::vector<QuestionRow> open_questions();
    std::vector<QuestionRow> questions(const std::string& game);
    // The sheets that were entered, in the order White, Black, arbiter.
    std::vector<SheetRow> sheets(const std::string& game);
    // The latest moves that were kept of the players with these numbers.
    std::optional<KeptMovesRow> kept_moves(const RoundId& round,
                                           const Both<std::uint32_t>& player);
    // Calls back with the game's events in their order, each with its row.
    void events_of_game(const std::string& game,
                        const std::function<void(const wire::GameEvent&, const store::Row&)>& take);
    // The game's state by the rules, rebuilt from its events. The game must exist.
    game::Game state(const std::string& game);
    // Calls back with the events of tournaments and, with `with_games`, with those that set up
    // games or change their players, after a position. Returns the last committed position.
    Pos events_of_office(Pos after, bool with_games,
                         const std::function<void(const wire::GameEvent&, Pos)>& report);
    // The last position at which a game was set up or its players changed; 0: none.
    Pos players_at();
    // The position of the last committed row of the log.
    Pos last();
    // Of one event (empty: of all): at most `limit` changes after a position, oldest first.
    std::vector<ChangeRow> changes(const std::string& event, Pos after, std::size_t limit);
    std::vector<AcknowledgementRow> acknowledgements(const RoundId& round);
    RoundCounts counts(const RoundId& round);
    // The last signature of the log, with its key; nothing before the first one.
    std::optional<store::SignedHead> signed_head();
    // The last signed head of clockd's log that arrived, and its key; nothing before the first.
    std::optional<wire::HeadKept> clock_head();
    // "real" or "virtual": where the instants in the record come from.
    std::string time_mode();
    // Can the file be read? For the readiness check; never throws.
    bool alive();

private:
    explicit Record(std::unique_ptr<store::Reader> reader) : reader_(std::move(reader)) {}
    void check_read();
    std::vector<QuestionRow> questions_where(std::string_view condition, std::string_view game);

    std::unique_ptr<store::Reader> reader_;
};

// "log LOG, event POS, chain CHAIN, key KEY": a line on reports and sheets for checking the record
// later (`arbiterd verify --key`). The chain value is cut to 32 digits.
std::string proof_text(const std::optional<store::SignedHead>& head);

}  // namespace flagfall::record
