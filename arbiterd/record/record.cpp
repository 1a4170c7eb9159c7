#include "arbiterd/record/record.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "arbiterd/record/attempts.hpp"
#include "arbiterd/record/file.hpp"
#include "arbiterd/record/projector.hpp"
#include "common/base/number.hpp"
#include "common/store/archive.hpp"
#include "common/store/custody.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::record {

namespace {

wire::Pairs pairs_from(const std::string& text) {
    try {
        wire::Pairs pairs;
        for (const auto& pair : nlohmann::json::parse(text))
            pairs.push_back({pair.at(0).get<std::string>(), pair.at(1).get<std::string>()});
        return pairs;
    } catch (const nlohmann::json::exception&) {
        throw RecordError("the record is damaged: tags that are no list of names and values");
    }
}

std::int64_t ply_from(const std::string& text) {
    if (const auto ply = whole_number<std::int64_t>(text)) return *ply;
    throw RecordError("the record is damaged: a ply that is no number");
}

template <wire::Word E>
E word_from(const std::string& text) {
    if (const auto word = wire::from_name<E>(text)) return *word;
    throw RecordError("the record is damaged: a game with an unknown word");
}

Ending ending_of(const std::string& text) {
    if (const auto ending = ending_from(text)) return *ending;
    throw RecordError("the record is damaged: a game with an unknown reason");
}

template <class T>
std::optional<T> present(const store::Statement& row, int column, T value) {
    return row.null(column) ? std::nullopt : std::optional<T>(value);
}

constexpr std::string_view select_games =
    "SELECT game, event, round, board, white, black, time_control, variant, fen, profile,"
    " tags, status, result, white_points, black_points, reason, article, decided_by, plies,"
    " white_us, black_us, revision, version, started_wall_ms, ended_wall_ms,"
    " approval,"
    " EXISTS (SELECT 1 FROM move AS m WHERE m.game = game.game AND m.completed_by = 'stood'),"
    " EXISTS (SELECT 1 FROM adjournment AS j WHERE j.game = game.game AND"
    "         j.resumed_wall_ms IS NULL AND status <> 'finished'), reversed,"
    " (SELECT coalesce(max(ply), 0) FROM press AS p WHERE p.game = game.game), time_controls, kind"
    " FROM game ";

GameRow game_from(const store::Statement& row) {
    GameRow g;
    g.game = row.text(0);
    g.event = row.text(1);
    g.round = row.text(2);
    g.board.number = static_cast<std::uint32_t>(row.integer(3));
    g.player = {{row.text(4), row.text(5)}};
    g.time_control = row.text(6);
    g.variant = row.text(7);
    g.fen = row.text(8);
    g.profile = row.text(9);
    g.tags = pairs_from(row.text(10));
    g.status = word_from<wire::GameStatus>(row.text(11));
    g.result = row.text(12);
    g.points = {{present(row, 13, row.real(13)), present(row, 14, row.real(14))}};
    g.reason = ending_of(row.text(15));
    g.article = row.text(16);
    g.decided_by = row.text(17);
    g.plies = row.integer(18);
    g.reading_us = {{row.integer(19), row.integer(20)}};
    g.revision = row.integer(21);
    g.version = row.integer(22);
    g.started_wall_ms = present(row, 23, row.integer(23));
    g.ended_wall_ms = present(row, 24, row.integer(24));
    g.approval = word_from<wire::ApprovalState>(row.text(25));
    g.illegal_stands = row.integer(26) != 0;
    g.adjourned = row.integer(27) != 0;
    g.reversed = row.integer(28) != 0;
    g.presses = row.integer(29);
    for (wire::Pair& control : pairs_from(row.text(30)))
        g.controls.push_back({ply_from(control.name), std::move(control.value)});
    g.kind = word_from<wire::ResultKind>(row.text(31));
    return g;
}

// Sorts "10" after "9", and "final" after all numbers.
bool natural_less(const RoundId& a, const RoundId& b) {
    const auto key = [](const RoundId& r) {
        const bool number = !r.round.empty() && std::ranges::all_of(r.round, [](char c) {
            return c >= '0' && c <= '9';
        });
        return std::tuple(r.event, number ? r.round.size() : std::string::npos, r.round);
    };
    return key(a) < key(b);
}

}  // namespace

std::string controls_text(const GameRow& game) {
    std::string text;
    for (const ControlRow& control : game.controls) {
        if (!text.empty()) text += ", from ply " + std::to_string(control.ply) + " on ";
        text += control.time_control;
    }
    return text;
}

std::string_view tag(const wire::Pairs& tags, std::string_view name) {
    for (const wire::Pair& pair : tags)
        if (pair.name == name) return pair.value;
    return {};
}

std::expected<Record, std::string> Record::open(const std::string& data_dir) {
    auto reader = store::Reader::open(file_of(data_dir));
    if (!reader) return std::unexpected(reader.error().text);
    store::Database& database = (*reader)->database();
    if (has_layout(database)) database.allow_views(true);  // the views are our own
    return Record(std::move(*reader));
}

std::vector<RoundId> Record::rounds(const std::optional<std::string>& event) {
    std::vector<RoundId> rounds;
    auto query = reader_->database().prepare(
        std::string("SELECT DISTINCT event, round FROM game WHERE reason IS NOT 'cancelled'") +
        (event ? " AND event = ?" : ""));
    if (event) query.bind(*event);
    else query.bind();
    while (query.step()) rounds.push_back({query.text(0), query.text(1)});
    check_read();
    std::ranges::sort(rounds, natural_less);
    return rounds;
}

Record::Snapshot::Snapshot(Record& record) : database_(record.reader_->database()) {
    database_.run("BEGIN");
}

Record::Snapshot::~Snapshot() {
    database_.clear_error();  // the caller has it now
    database_.run("COMMIT");
    database_.clear_error();  // after an error SQLite may have ended it by itself
}

std::vector<GameRow> Record::games(const RoundId& round) {
    auto games = all_games(round);
    std::erase_if(games, [](const GameRow& game) { return game.reason == Ending::cancelled; });
    return games;
}

std::vector<GameRow> Record::all_games(const RoundId& round) {
    std::vector<GameRow> games;
    auto query = reader_->database().prepare(
        std::string(select_games) + "WHERE event = ? AND round = ? ORDER BY board");
    query.bind(round.event, round.round);
    while (query.step()) games.push_back(game_from(query));
    check_read();
    return games;
}

std::vector<std::string> Record::changed_games(Pos after, Pos up_to) {
    constexpr std::string_view prefix = "game/";
    std::vector<std::string> games;
    auto query = reader_->database().prepare(
        "SELECT DISTINCT stream FROM event WHERE pos > ? AND pos <= ?");
    query.bind(after.value, up_to.value);
    while (query.step())
        if (const auto stream = query.text_view(0); stream.starts_with(prefix))
            games.emplace_back(stream.substr(prefix.size()));
    check_read();
    return games;
}

std::optional<GameRow> Record::game(const std::string& id) {
    auto query = reader_->database().prepare(std::string(select_games) + "WHERE game = ?");
    query.bind(id);
    std::optional<GameRow> game;
    if (query.step()) game = game_from(query);
    check_read();
    return game;
}

std::vector<GameRow> Record::games_at(Board board) {
    std::vector<GameRow> games;
    auto query = reader_->database().prepare(
        std::string(select_games) +
        "WHERE board = ? AND reason IS NOT 'cancelled' ORDER BY rowid DESC");
    query.bind(board.number);
    while (query.step()) games.push_back(game_from(query));
    check_read();
    return games;
}

std::optional<AdjournmentRow> Record::adjournment(const std::string& game) {
    auto query = reader_->database().prepare(
        "SELECT sealed_by, move, fen, white_us, black_us, offer, resumption, sealed, found"
        " FROM adjournment AS j WHERE game = ? AND resumed_wall_ms IS NULL AND EXISTS (SELECT 1"
        " FROM game WHERE game.game = j.game AND status <> 'finished') ORDER BY pos DESC LIMIT 1");
    query.bind(game);
    std::optional<AdjournmentRow> row;
    if (query.step())
        row = {query.text(0), query.integer(1), query.text(2),
               {{query.integer(3), query.integer(4)}}, query.text(5), query.text(6), query.text(7),
               query.text(8)};
    check_read();
    return row;
}

namespace {

// A game cannot be opened again at a clock that has the next one (board_busy).
void leave_out_reopening(std::string& options) {
    const auto all = nlohmann::json::parse(options, nullptr, false);
    if (!all.is_array()) return;  // desk_json reports the damage
    auto others = nlohmann::json::array();
    for (const auto& option : all)
        if (option.at(0) != "reopen") others.push_back(option);
    options = others.dump();
}

}  // namespace

std::vector<QuestionRow> Record::questions_where(std::string_view condition,
                                                 std::string_view game) {
    std::vector<QuestionRow> questions;
    auto query = reader_->database().prepare(
        "SELECT q.pos, q.game, g.event, g.round, q.board, g.white, g.black, q.number, q.article,"
        " q.about, q.text, q.evidence, q.options, q.holds, q.wall_ms, q.closed, q.closed_by,"
        " q.option, g.version, g.reversed,"
        " (SELECT coalesce(body -> '$.facts', '') FROM event WHERE event.pos = q.pos),"
        " q.about = 'loss' AND q.closed = '' AND EXISTS (SELECT 1 FROM game AS next"
        "  WHERE next.board = g.board AND next.opened > g.opened)"
        " FROM question AS q JOIN game AS g USING (game) WHERE " +
        std::string(condition) + " ORDER BY q.pos");
    query.bind(game);
    while (query.step()) {
        questions.push_back({query.integer(0), query.text(1), query.text(2), query.text(3),
                             {static_cast<std::uint32_t>(query.integer(4))},
                             {{query.text(5), query.text(6)}}, query.integer(7), query.text(8),
                             query.text(9), query.text(10), query.text(11), query.text(12),
                             query.integer(13) != 0, query.integer(14), query.text(15),
                             query.text(16), query.text(17), query.integer(18),
                             query.text(20), query.integer(19) != 0});
        if (query.integer(21) != 0) leave_out_reopening(questions.back().options);
    }
    check_read();
    return questions;
}

std::vector<QuestionRow> Record::open_questions() {
    return questions_where("q.closed = ?", "");
}

std::vector<QuestionRow> Record::questions(const std::string& game) {
    return questions_where("q.game = ?", game);
}

std::vector<MoveRow> Record::moves(const std::string& game) {
    std::vector<MoveRow> moves;
    auto query = reader_->database().prepare(
        "SELECT ply, side, san, uci, marks, completed_by, elapsed_us, white_us, black_us, at,"
        // The game went on from a position that was set up, and never went back behind it.
        " coalesce((SELECT r.fen FROM restoration AS r WHERE r.game = s.game AND r.fen <> ''"
        "  AND r.undone = 0"
        "  AND r.to_ply < s.ply AND NOT EXISTS (SELECT 1 FROM restoration AS back"
        "   WHERE back.game = r.game AND back.undone = 0 AND back.pos > r.pos"
        "   AND back.to_ply <= r.to_ply) ORDER BY r.pos DESC LIMIT 1), '')"
        " FROM scoresheet AS s WHERE game = ? ORDER BY ply");
    query.bind(game);
    while (query.step())
        moves.push_back({query.integer(0), query.text(1), query.text(2), query.text(3),
                         query.text(4), query.text(5), query.integer(6),
                         {{query.integer(7), query.integer(8)}}, query.text(9),
                         query.text(10)});
    check_read();
    return moves;
}

std::vector<RulingRow> Record::rulings(const RoundId& round) {
    std::vector<RulingRow> rulings;
    auto query = reader_->database().prepare(
        "SELECT r.game, r.board, r.number, r.ply, r.by, r.article, r.about, r.text, r.evidence,"
        " r.at_us, r.wall_ms, r.undoes, r.undone_by, coalesce(g.reason = ?, 0),"
        " r.about IN (?, ?) AND r.answers = 0 AND NOT EXISTS"
        "  (SELECT 1 FROM kept_press AS k WHERE k.game = r.game AND k.ruling = r.number)"
        " FROM ruling AS r JOIN game AS g USING (game) WHERE g.event = ? AND g.round = ?"
        " ORDER BY r.board, g.opened, r.number");
    query.bind(name(Ending::cancelled), name(wire::Subject::clock), name(wire::Subject::control),
               round.event, round.round);
    while (query.step())
        rulings.push_back({query.text(0), {static_cast<std::uint32_t>(query.integer(1))},
                           query.integer(2), query.integer(3), query.text(4), query.text(5),
                           query.text(6), query.text(7), query.text(8), query.integer(9),
                           query.integer(10), query.integer(11), query.integer(12),
                           query.integer(13) != 0, query.integer(14) != 0});
    check_read();
    mark_cancelled(rulings);
    return rulings;
}

std::vector<SheetRow> Record::sheets(const std::string& game) {
    std::vector<SheetRow> sheets;
    auto query = reader_->database().prepare(
        "SELECT whose, language, notation, sheet, by, wall_ms FROM sheet WHERE game = ?"
        " ORDER BY whose = 'arbiter', whose = 'black'");
    query.bind(game);
    while (query.step())
        sheets.push_back({query.text(0), query.text(1), query.text(2), query.text(3),
                          query.text(4), query.integer(5)});
    check_read();
    return sheets;
}

void Record::events_of_game(
    const std::string& game,
    const std::function<void(const wire::GameEvent&, const store::Row&)>& take) {
    bool damaged = false;
    const auto read = reader_->read_stream(
        "game/" + game, 1, std::numeric_limits<std::int64_t>::max(), [&](const store::Row& row) {
            const auto event = wire::decode_game_event(row.type, row.body);
            damaged = !event;
            if (event) take(*event, row);
            return !damaged;
        });
    if (!read) throw RecordError("the record cannot be read: " + read.error().text);
    if (damaged) throw RecordError("the record is damaged: the events of game " + game);
}

game::Game Record::state(const std::string& game) {
    game::Games games;
    events_of_game(game, [&](const wire::GameEvent& event, const store::Row&) {
        game::apply(games, event);
    });
    const auto found = games.by_id.find(game);
    if (found == games.by_id.end())
        throw RecordError("the record is damaged: the events of game " + game);
    return std::move(found->second);
}

std::optional<store::SignedHead> Record::signed_head() {
    store::Database& database = reader_->database();
    auto head = store::is_archive(database) ? store::sealed_head(database)
                                            : store::last_signed(database);
    check_read();
    return head;
}

std::optional<wire::HeadKept> Record::clock_head() {
    auto query = reader_->database().prepare(
        "SELECT body FROM event WHERE stream = 'office' AND type = ? ORDER BY seq DESC LIMIT 1");
    query.bind(wire::HeadKept::type);
    std::optional<wire::HeadKept> kept;
    if (query.step())
        if (const auto event = wire::decode_game_event(wire::HeadKept::type, query.text(0)))
            kept = std::get<wire::HeadKept>(*event);
    check_read();
    return kept;
}

std::string Record::time_mode() {
    auto query = reader_->database().prepare("SELECT time FROM record_mode");
    query.bind();
    std::string mode = query.step() ? query.text(0) : std::string();
    check_read();
    return mode;
}

bool Record::alive() {
    reader_->database().integer("SELECT count(*) FROM follow");
    const bool answers = !reader_->database().error();
    reader_->database().clear_error();
    return answers;
}

// The connection stops at its first error until that is cleared: clear it, then throw it.
void Record::check_read() {
    const auto error = reader_->database().error();
    if (!error) return;
    reader_->database().clear_error();
    throw RecordError("the record cannot be read: " + error->text + " (" + error->name + ")");
}

std::string proof_text(const std::optional<store::SignedHead>& head) {
    if (!head) return "not signed yet";
    return "log " + head->log_id + ", event " + std::to_string(head->pos.value) + ", chain " +
           store::hex(store::bytes(head->chain)).substr(0, 32) + ", key " +
           store::spaced(store::fingerprint(head->public_key));
}

}  // namespace flagfall::record
