// Writing TRF16 and TRF26.
#include <algorithm>
#include <array>

#include "arbiterd/formats/crosstable.hpp"
#include "arbiterd/formats/limits.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "arbiterd/formats/trf.hpp"
#include "arbiterd/tournament/setup.hpp"
#include "common/base/time_control.hpp"

namespace flagfall::formats {

namespace {

using Kind = wire::ResultKind;

// A line that is filled from left to right.
class Row {
public:
    explicit Row(std::string& out) : out_(out) {}

    void left(Columns at, std::string_view text) {
        go_to(at.first);
        const std::string clean = tidy(text);
        const std::string_view fitting = cut(clean, at.last - at.first + 1);
        out_ += fitting;
        used_ += static_cast<std::uint32_t>(length(fitting));
    }
    void right(Columns at, std::string_view text) {
        const auto width = static_cast<std::uint32_t>(length(text));
        const std::uint32_t room = at.last - at.first + 1;
        left({at.last + 1 - std::min(width, room), at.last}, text);
    }
    void right(Columns at, std::uint32_t number) { right(at, std::to_string(number)); }
    // Pads with blanks up to this column; engines require the last one to be padded.
    void fill_to(std::uint32_t column) { go_to(column + 1); }
    void end() { out_ += "\r\n"; }

private:
    void go_to(std::uint32_t column) {
        if (used_ + 1 < column) out_.append(column - 1 - used_, ' '), used_ = column - 1;
    }

    std::string& out_;
    std::uint32_t used_ = 0;
};

std::string with_slashes(std::string_view date) {
    std::string out(date);
    std::ranges::replace(out, '-', '/');
    return out;
}

// "1990" is written 1990/00/00.
std::string birth_text(const std::string& birth) {
    return birth.size() == 4 ? birth + "/00/00" : with_slashes(birth);
}

std::string at_board(std::uint32_t round, Board board) {
    return "round " + std::to_string(round) + ", board " + std::to_string(board.number) + ": ";
}

class Writer {
public:
    Writer(const tournament::Tournament& tournament, const Results& results,
           const TrfOptions& options)
        : t_(tournament), results_(results), options_(options) {}

    ExportResult write() {
        if (auto error = find_limits()) return std::unexpected(ExportError{std::move(*error)});
        if (options_.to_pair != 0) last_ = options_.to_pair;
        else if (options_.through != 0) last_ = options_.through;
        else if (!t_.rounds.empty()) last_ = t_.rounds.rbegin()->first;
        table_ = crosstable(t_, results_, last_);
        if (options_.to_pair != 0) keep_byes_only(), take_as_drawn(), add_requested();
        add_withdrawn();
        for (const auto& [number, player] : t_.players)
            for (const auto& [round, cell] : table_[number]) points_[number] += worth(cell);
        for (const auto& [number, half_points] : points_)
            if (half_points > 199)
                return std::unexpected(ExportError{"player " + std::to_string(number) +
                                                   ": TRF has points up to 99.5"});
        headers();
        for (const auto& [number, player] : t_.players) player_line(player);
        if (options_.trf26) byes();
        if (options_.to_pair == 0) teams();
        results_notes();
        if (options_.ranks.empty() && options_.to_pair == 0 && !t_.players.empty())
            note("the column of ranks goes by points, then by starting rank: tie-breaks are the "
                 "pairing program's");
        return std::move(out_);
    }

private:
    std::string& out() { return out_.text; }
    void note(std::string what) { out_.notes.push_back(std::move(what)); }

    std::optional<std::string> find_limits() const {
        for (const auto& [number, player] : t_.players) {
            const std::string who = "player " + std::to_string(number);
            if (number == 0 || number > limits::import_players)
                return who + ": TRF has starting ranks from 1 to 9999";
            if (player.rating > 9999) return who + ": TRF has ratings up to 9999";
            if (player.fide_id.size() > 11) return who + ": TRF has FIDE ids of up to 11 digits";
        }
        for (const auto& [number, round] : t_.rounds) {
            if (number == 0 || number > limits::import_rounds)
                return "round " + std::to_string(number) + ": rounds go from 1 to " +
                       std::to_string(limits::import_rounds);
            for (const tournament::EventPairing& pairing : round.pairings)
                for (const std::uint32_t player : {pairing.white, pairing.black})
                    if (player != 0 && !t_.players.contains(player))
                        return "round " + std::to_string(number) + ": player " +
                               std::to_string(player) + " is not among the players";
        }
        for (const auto& [number, team] : t_.teams)
            if (number == 0 || number > limits::import_teams)
                return "team " + std::to_string(number) + ": TRF has teams from 1 to 999";
        return std::nullopt;
    }

    // Unknown results count as a draw, as TRF26 says of X.
    std::uint32_t worth(const Cell& cell) const {
        return cell.known ? cell.half_points : trf_points('?', t_.info.scoring);
    }

    // Keeps only the byes that players asked for; the engine assigns the other one
    // again.
    void keep_byes_only() {
        for (auto& [number, row] : table_)
            if (const auto cell = row.find(last_);
                cell != row.end() && (cell->second.opponent != 0 || cell->second.code == ' ' ||
                                      cell->second.code == 'U'))
                row.erase(cell);
    }

    // Engines refuse a game without a result, so it counts as a draw until it has one.
    // With draw odds a draw is worth what a win or a loss is, so they get its code.
    void take_as_drawn() {
        for (auto& [number, row] : table_)
            for (auto& [round, cell] : row) {
                if (!cell.known) cell.code = '=';
                else if (t_.info.scoring.draw_odds && cell.code == '=' && cell.opponent != 0)
                    cell.code = cell.half_points == t_.info.scoring.win ? '1' : '0';
            }
    }

    // Adds the requested byes of the round to pair, unless its pairings have them already.
    void add_requested() {
        for (const tournament::EventPairing& bye : tournament::requested_byes(t_, last_)) {
            const auto& [cell, missing] = table_[bye.white].try_emplace(last_);
            const char code = name(*bye.bye).front();
            if (missing || cell->second.code == ' ')
                cell->second = {0, '-', code, trf_points(code, t_.info.scoring), true};
        }
    }

    void add_withdrawn() {
        for (const auto& [number, player] : t_.players) {
            for (const wire::RequestedBye& bye : player.byes)
                if (bye.round > last_)
                    note("player " + std::to_string(number) + " has asked for a bye (" +
                         std::string(name(bye.bye)) + ") in round " + std::to_string(bye.round) +
                         ", which is not in the file: it ends before that round");
            if (player.withdrawn_from == 0) continue;
            for (std::uint32_t round = player.withdrawn_from; round <= last_; ++round)
                if (!table_[number].contains(round) || table_[number][round].code == ' ')
                    table_[number][round] = {0, '-', 'Z', t_.info.scoring.absent, true};
            if (player.withdrawn_from > last_)
                note("player " + std::to_string(number) + " has withdrawn from round " +
                     std::to_string(player.withdrawn_from) +
                     " on; TRF shows it only as zero-point byes in those rounds");
        }
    }

    void header(std::string_view code, std::string_view text) {
        if (text.empty()) return;
        out() += code;
        out() += ' ';
        out() += tidy(text);
        out() += "\r\n";
    }

    void headers() {
        const tournament::EventInfo& info = t_.info;
        const auto rated = std::ranges::count_if(
            t_.players, [](const auto& each) { return each.second.rating > 0; });
        header("012", info.name.empty() ? t_.id : info.name);
        header("022", info.place);
        header("032", info.federation);
        header("042", with_slashes(info.begins));
        header("052", with_slashes(info.ends));
        header("062", std::to_string(t_.players.size()));
        header("072", std::to_string(rated));
        header("082", std::to_string(t_.teams.size()));
        header("092", info.kind);
        header("102", info.chief_arbiter);
        for (const std::string& deputy : info.deputies) header("112", deputy);
        header("122", info.terms.time_control);
        note_controls();
        dates();
        if (info.rounds > 0) header(options_.trf26 ? "142" : "XXR", std::to_string(info.rounds));
        else if (options_.to_pair != 0)
            note("the event has no number of rounds, which engines need (142, XXR): set it with "
                 "arbiterd event change EVENT --rounds N");
        initial_colour();
        if (info.scoring.draw_odds)
            note("a draw counts as a win for " + std::string(name(*info.scoring.draw_odds)) +
                 " (Armageddon), which TRF cannot express: games are written as " +
                 (options_.to_pair != 0 ? "won and lost, for the engine"
                                        : "drawn, the column of points has what counts"));
        if (options_.trf26) scoring();
        else if (options_.to_pair != 0) engine_scoring();
        else if (info.scoring != wire::EventScoring{})
            note("TRF16 cannot express the points of this event (TRF26 162); the column of "
                 "points has them");
        if (options_.trf26) {
            header("192", info.pairing_system);
            time_control();
        }
        kept();
    }

    // The first colour in the record 152 or XXC of an imported file.
    static std::optional<Side> colour_in(std::string_view record) {
        for (const auto& [known, side] :
             {std::pair("152 W", Side::white), {"152 B", Side::black},
              {"XXC white1", Side::white}, {"XXC black1", Side::black}})
            if (record == known) return side;
        return std::nullopt;
    }

    // The first colour that the pairings of round 1 imply: of two players without a preference, the
    // higher ranked one gets it if their number is odd, otherwise the other one (C.04.3).
    std::optional<Side> colour_of_round_1() const {
        const auto first = t_.rounds.find(1);
        if (first == t_.rounds.end() || options_.to_pair < 2) return std::nullopt;
        std::optional<Side> colour;
        std::uint32_t highest = 0;
        for (const tournament::EventPairing& pairing : first->second.pairings) {
            const std::uint32_t higher = std::min(pairing.white, pairing.black);
            if (pairing.bye || (highest != 0 && higher > highest)) continue;
            highest = higher;
            const bool white = higher == pairing.white;
            colour = white == (higher % 2 == 1) ? Side::white : Side::black;
        }
        return colour;
    }

    std::optional<Side> drawn_colour() const {
        if (options_.initial_colour) return options_.initial_colour;
        for (const std::string& record : t_.info.trf_records)
            if (const auto side = colour_in(record)) return side;
        return colour_of_round_1();
    }

    // Does a kept 299 give points for lost forfeits only to players who have another code by now?
    bool contradicted(std::string_view record) const {
        const TrfLine line(record, 0);
        if (line.code() != "299" || line.letter(trf_at::abnormal_type) != '-') return false;
        const auto round = whole(line.field(trf_at::abnormal_round), limits::event_rounds);
        std::uint32_t named = 0;
        for (; trf_at::abnormal_player(named).first <= line.size(); ++named) {
            const auto player =
                whole(line.field(trf_at::abnormal_player(named)), limits::player_number);
            const auto row = table_.find(player.value_or(0));
            if (!round || row == table_.end()) return false;
            const auto cell = row->second.find(*round);
            if (cell == row->second.end() || !cell->second.known || cell->second.code == '-')
                return false;
        }
        return named > 0;
    }

    // Records of imported files, unchanged; for an engine only those that it knows, because it may
    // refuse others.
    void kept() {
        static constexpr std::array<std::string_view, 5> of_engines{"XXA", "XXP", "XXS", "250",
                                                                    "260"};
        bool newer = false;
        for (const std::string& record : t_.info.trf_records) {
            const std::string_view code = std::string_view(record).substr(0, 3);
            if (colour_in(record)) continue;  // written by initial_colour()
            if (contradicted(record)) continue;
            if (options_.to_pair != 0 && std::ranges::find(of_engines, code) == of_engines.end())
                continue;
            out() += record + "\r\n";
            newer = newer || (code.front() >= '0' && code.front() <= '9');
        }
        if (newer && !options_.trf26)
            note("records of the imported file that are kept are TRF26's; programs that know "
                 "TRF16 alone may ignore them");
    }

    // An engine needs it, whatever round it pairs.
    void initial_colour() {
        const auto drawn = drawn_colour();
        if (!drawn && options_.to_pair == 0) return;
        if (!drawn)
            note("the colour drawn for the highest ranked player of round 1 is not known: white is "
                 "written; --colour gives it");
        const bool white = drawn.value_or(Side::white) == Side::white;
        if (drawn && !options_.initial_colour && drawn == colour_of_round_1())
            note("the colour drawn for round 1 is taken from its pairings: " +
                 std::string(name(*drawn)));
        if (options_.trf26) header("152", white ? "W" : "B");
        else header("XXC", white ? "white1" : "black1");
    }

    // Scoring for JaVaFo and bbpPairings in TRF16, which has no record for it: only differences.
    void engine_scoring() {
        const wire::EventScoring& points = t_.info.scoring;
        const auto put = [&](const char* code, std::uint32_t half_points, std::uint32_t usual) {
            if (half_points == usual) return;
            Row row(out());
            row.left({1, 3}, code);
            row.right({5, 8}, points_text(half_points));
            row.end();
        };
        const wire::EventScoring usual;
        put("BBW", points.win, usual.win);
        put("BBD", points.draw, usual.draw);
        put("BBL", points.loss, usual.loss);
        put("BBZ", points.absent, usual.absent);
        put("BBF", points.absent, usual.absent);
        put("BBU", points.pairing_bye, points.win);
    }

    void dates() {
        std::string line;
        Row row(line);
        row.left({1, 3}, "132");
        bool any = false;
        for (const auto& [number, round] : t_.rounds) {
            if (number > last_) break;
            const auto date = date_from(cut(round.starts, 10));
            if (!date) continue;
            any = true;
            row.left(trf_at::date(number), with_slashes(date->substr(2)));
        }
        if (any) out() += line + "\r\n";
    }

    // Only differences from the defaults: older engines do not know every symbol.
    void scoring() {
        const wire::EventScoring& points = t_.info.scoring;
        const wire::EventScoring usual;
        std::string line;
        Row row(line);
        row.left({1, 3}, "162");
        std::uint32_t at = 6;
        const auto put = [&](char symbol, std::uint32_t half_points, std::uint32_t otherwise) {
            if (half_points == otherwise) return;
            row.left({at, at}, {&symbol, 1});
            row.right({at + 1, at + 4}, points_text(half_points));
            at += 9;
        };
        put('W', points.win, usual.win);
        put('D', points.draw, usual.draw);
        put('L', points.loss, usual.loss);
        put('A', points.absent, usual.absent);
        put('P', points.pairing_bye, points.win);
        if (at > 6) out() += line + "\r\n";
    }

    // The file has only one time control for all rounds.
    void note_controls() {
        for (const auto& [number, round] : t_.rounds) {
            const std::string control = tournament::terms_of(t_, round, {}).time_control;
            if (control.empty() || control == t_.info.terms.time_control) continue;
            note("round " + std::to_string(number) + " is played with " + control +
                 ", which TRF cannot express beside the event's time control");
        }
    }

    void time_control() {
        const std::string& written = t_.info.terms.time_control;
        if (written.empty()) return;
        const auto control = parse_time_control(written);
        if (!control) return note("the time control \"" + written + "\" is not in TRF's notation");
        const bool plain = std::ranges::all_of(control->values, [](const TimeControl& side) {
            return std::ranges::all_of(side.periods, [](const Period& period) {
                return period.method == Method::none || period.method == Method::fischer;
            });
        });
        const std::string what = has_fide_class(*control) ? "a delay" : "this kind of clock";
        if (!plain)
            return note("TRF cannot express " + what + ": 222 is left out, 122 has the text");
        header("222", flagfall::text(*control));
    }

    std::uint32_t rank_of(std::uint32_t player) {
        if (const auto given = options_.ranks.find(player); given != options_.ranks.end())
            return given->second;
        if (ranks_.empty()) {
            std::vector<std::pair<std::uint32_t, std::uint32_t>> order;
            order.reserve(t_.players.size());
            for (const auto& [number, each] : t_.players)
                order.emplace_back(points_[number], number);
            std::ranges::sort(order, [](const auto& a, const auto& b) {
                return a.first != b.first ? a.first > b.first : a.second < b.second;
            });
            for (std::uint32_t i = 0; i < order.size(); ++i) ranks_[order[i].second] = i + 1;
        }
        return ranks_[player];
    }

    void player_line(const tournament::EventPlayer& player) {
        Row row(out());
        row.left({1, 3}, "001");
        row.right(trf_at::number, player.number);
        row.left(trf_at::sex, player.sex);
        row.right(trf_at::title, fitting(player, "title", player.title, trf_at::title));
        row.left(trf_at::name, fitting(player, "name", player.name, trf_at::name));
        if (player.rating > 0) row.right(trf_at::rating, player.rating);
        row.left(trf_at::federation,
                 fitting(player, "federation", player.federation, trf_at::federation));
        row.right(trf_at::fide_id, player.fide_id);
        row.left(trf_at::birth, birth_text(player.birth));
        row.right(trf_at::points, points_text(points_[player.number]));
        row.right(trf_at::rank, rank_of(player.number));
        const auto& cells = table_[player.number];
        for (std::uint32_t round = 1; round <= last_; ++round) {
            const auto cell = cells.find(round);
            if (cell != cells.end() && cell->second.code != ' ') put(row, round, cell->second);
            row.fill_to(trf_at::result(round).last);
        }
        row.end();
    }

    std::string fitting(const tournament::EventPlayer& player, std::string_view what,
                        std::string_view text, Columns at) {
        const std::string whole_text = tidy(text);
        const std::uint32_t room = at.last - at.first + 1;
        if (length(whole_text) > room)
            note("player " + std::to_string(player.number) + ": the " + std::string(what) +
                 " is longer than the " + std::to_string(room) + " columns of TRF and was cut");
        return std::string(cut(whole_text, room));
    }

    static void put(Row& row, std::uint32_t round, const Cell& cell) {
        if (cell.opponent == 0) row.left(trf_at::opponent(round), "0000");
        else row.right(trf_at::opponent(round), cell.opponent);
        row.left(trf_at::colour(round), {&cell.colour, 1});
        row.left(trf_at::result(round), {&cell.code, 1});
    }

    // Record 240: byes of rounds without any pairings yet.
    void byes() {
        for (const auto& [number, round] : t_.rounds) {
            if (number > last_) break;
            const bool games = std::ranges::any_of(round.pairings, [](const auto& pairing) {
                return !pairing.bye;
            });
            if (games && number != options_.to_pair) continue;
            for (const char type : {'F', 'H', 'Z'}) bye_line(number, type);
        }
        if (options_.to_pair != 0 && !t_.rounds.contains(options_.to_pair))
            for (const char type : {'F', 'H', 'Z'}) bye_line(options_.to_pair, type);
    }

    void bye_line(std::uint32_t round, char type) {
        std::string line;
        Row row(line);
        row.left({1, 3}, "240");
        row.left(trf_at::bye_type, {&type, 1});
        std::string padded = std::to_string(round);
        padded.insert(0, 3 - std::min<std::size_t>(3, padded.size()), '0');
        row.right(trf_at::bye_round, padded);
        std::uint32_t count = 0;
        for (const auto& [number, row_of] : table_)
            if (const auto cell = row_of.find(round);
                cell != row_of.end() && cell->second.opponent == 0 && cell->second.code == type)
                row.right(trf_at::bye_player(count++), number);
        if (count > 0) out() += line + "\r\n";
    }

    void teams() {
        for (const auto& [number, team] : t_.teams) {
            Row row(out());
            row.left({1, 3}, options_.trf26 ? "310" : "013");
            if (options_.trf26) {
                row.right(trf_at::team_number, number);
                row.left(trf_at::team_name, team.name);
                row.left(trf_at::team_nickname, team.federation);
            } else {
                row.left(trf_at::old_team_name, team.name);
            }
            std::uint32_t index = 0;
            for (const auto& [id, player] : t_.players) {
                if (player.team != number) continue;
                row.right(options_.trf26 ? trf_at::team_member(index)
                                         : trf_at::old_team_member(index),
                          id);
                ++index;
            }
            row.end();
        }
        if (!t_.teams.empty())
            note("points of teams are not calculated; their columns are blank");
    }

    // Notes on everything that another program might misunderstand.
    void results_notes() {
        for (const auto& [number, round] : t_.rounds) {
            if (number > last_ || number == options_.to_pair) break;
            const auto found = results_.find(number);
            std::vector<std::uint32_t> open;
            for (const tournament::EventPairing& pairing : round.pairings) {
                if (pairing.bye) continue;
                static const tournament::RoundResults none;
                const tournament::BoardResult& result =
                    result_at(found == results_.end() ? none : found->second, pairing.board);
                if (!result.controls.empty())
                    note(at_board(number, pairing.board) +
                         "its time control was changed, which TRF cannot express: " +
                             result.controls);
                if (!result.score || result.kind == Kind::pending ||
                    result.kind == Kind::adjourned)
                    open.push_back(pairing.board.number);
                else
                    result_note(number, pairing, result);
            }
            note_open(number, open);
        }
    }

    void note_open(std::uint32_t round, const std::vector<std::uint32_t>& boards) {
        if (boards.empty()) return;
        std::string list;
        for (const std::uint32_t board : boards)
            list += (list.empty() ? "" : ", ") + std::to_string(board);
        const char* how = options_.to_pair != 0 ? "; written as a draw, for the engine"
                          : options_.trf26       ? "; written '?' and counted as a draw (162 X)"
                                                 : "; written '?' and counted as a draw, which "
                                                   "TRF16 does not know";
        note("round " + std::to_string(round) + ": no result yet (or adjourned) at " +
             (boards.size() == 1 ? "board " : "boards ") + list + how);
    }

    void result_note(std::uint32_t round, const tournament::EventPairing& pairing,
                     const tournament::BoardResult& result) {
        const Score& score = *result.score;
        const int sum = score.half_points[Side::white] + score.half_points[Side::black];
        const bool forfeit = result.kind == Kind::forfeit;
        if (sum == 2 && !(forfeit && score == drawn())) return;
        if (forfeit && sum == 0) return;
        std::string what = at_board(round, pairing.board) + std::string(flagfall::text(score));
        if (!forfeit)
            return note(what + " is written as the code of each player; programs that expect a"
                               " point a game may refuse it");
        what += " of a game that was not played is written as a forfeit of both";
        const bool record = options_.trf26 && options_.to_pair == 0;
        note(what + (record ? ", with a record 299" : "; the column of points has it"));
        for (const Side side : {Side::white, Side::black})
            if (record && score.half_points[side] == 1)
                abnormal(round, tournament::players_of(pairing, result)[side],
                         t_.info.scoring.draw);
    }

    // Record 299: a player's points in a round that their code does not imply.
    void abnormal(std::uint32_t round, std::uint32_t player, std::uint32_t half_points) {
        std::string line;
        Row row(line);
        row.left({1, 3}, "299");
        row.left(trf_at::abnormal_type, "-");
        row.right(trf_at::abnormal_points, points_text(half_points));
        std::string padded = std::to_string(round);
        padded.insert(0, 3 - std::min<std::size_t>(3, padded.size()), '0');
        row.right(trf_at::abnormal_round, padded);
        row.right(trf_at::abnormal_player(0), player);
        if (std::ranges::find(t_.info.trf_records, line) == t_.info.trf_records.end())
            out() += line + "\r\n";  // otherwise an imported record has it
    }

    const tournament::Tournament& t_;
    const Results& results_;
    const TrfOptions& options_;
    Exported out_;
    std::uint32_t last_ = 0;
    Crosstable table_;
    std::map<std::uint32_t, std::uint32_t> points_;
    std::map<std::uint32_t, std::uint32_t> ranks_;
};

}  // namespace

ExportResult trf(const tournament::Tournament& tournament, const Results& results,
                 const TrfOptions& options) {
    return Writer(tournament, results, options).write();
}

}  // namespace flagfall::formats
