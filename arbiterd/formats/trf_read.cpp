// Reads TRF16 and TRF26 by the same rules, since their differences do not
// conflict.
#include <algorithm>
#include <array>
#include <map>

#include "arbiterd/formats/limits.hpp"
#include "arbiterd/formats/readers.hpp"
#include "arbiterd/formats/trf.hpp"
#include "arbiterd/tournament/check.hpp"
#include "arbiterd/tournament/limits.hpp"
#include "common/base/limits.hpp"
#include "common/base/time_control.hpp"
#include "common/base/unicode.hpp"

namespace flagfall::formats {

namespace {

constexpr std::string_view new_codes[]{"142", "152", "162", "172", "182", "192", "202",
                                       "212", "222", "240", "250", "260", "299", "300",
                                       "310", "320", "330", "352", "362", "801", "802"};

class Reader {
public:
    Reader(const ReaderInput& question, Imported& imported)
        : text_(question.text),
          present_(question.present),
          known_(question.present),
          notes_(question.notes),
          out_(imported) {}

    void read() {
        Lines lines(text_);
        while (const auto next = lines.next_short()) {
            const std::string_view text = *next;
            const std::uint32_t number = lines.number();
            if (trimmed(text).empty() || text.starts_with("###")) continue;
            const TrfLine line(text, number);
            if (line.size() < 3) refuse({number, 1}, wanted::record_code, text);
            if (line.size() > 3 && line.letter({4, 4}) != ' ')
                refuse({number, 4}, wanted::record_blank, line.columns({4, 4}));
            read_line(line);
        }
        finish(lines.number());
    }

private:
    void read_line(const TrfLine& line) {
        const std::string_view code = line.code();
        if (code == "001") return read_player(line);
        if (code == "013" || code == "310") return read_team(line);
        if (code == "240") return read_byes(line);
        if (code == "132") return read_dates(line);
        if (code == "162") return read_scoring(line);
        if (code == "222") return read_control(line);
        if (code == "142" || code == "XXR") return read_rounds(line);
        if (code == "042") return read_date(line, info_.begins);
        if (code == "052") return read_date(line, info_.ends);
        if (code.starts_with("BB") && read_engine_points(line)) return;
        if (read_text(line)) return;
        static constexpr std::string_view counts[]{"062", "072", "082"};
        if (std::ranges::find(counts, code) != std::end(counts)) return;
        if (code == "122") return read_control_text(line);
        keep(line);
    }

    // Unknown records are stored unchanged: acceleration, prohibited pairs and all
    // others.
    void keep(const TrfLine& line) {
        const std::string record = nfc(line.from(1));
        const std::string code(line.code());
        if (!tournament::is_kept_record(record))
            return note(line, noted::record_long,
                        {{"record", code}, {"most", limits::text_bytes}});
        if (info_.trf_records.size() == limits::event_records)
            return note(line, noted::record_most,
                        {{"record", code}, {"most", limits::event_records}});
        if (info_.trf_records.empty())
            note(line, noted::record_kept, {{"record", code}});
        info_.trf_records.push_back(record);
    }

    void note(const TrfLine& line, const Wording& what, std::vector<ToldValue> values = {}) {
        values.emplace_back("line", line.number());
        notes_.add({what, std::move(values)});
    }

    bool read_text(const TrfLine& line) {
        const std::string_view code = line.code();
        std::string* const target = code == "012"   ? &info_.name
                                    : code == "022" ? &info_.place
                                    : code == "032" ? &info_.federation
                                    : code == "092" ? &info_.kind
                                    : code == "102" ? &info_.chief_arbiter
                                    : code == "192" ? &info_.pairing_system
                                                    : nullptr;
        if (target == nullptr && code != "112") return false;
        const std::string text = short_text(line.from(5), {line.number(), 5});
        if (target != nullptr)
            *target = code == "032" ? federation_from(text, {line.number(), 5}) : text;
        if (code == "112" && !text.empty()) {
            if (info_.deputies.size() == limits::event_deputies)
                refuse({line.number(), 5},
                       {wanted::most_deputies, {{"most", limits::event_deputies}}}, text);
            info_.deputies.push_back(text);
        }
        return true;
    }

    // For dates of the header, which people read: other spellings are understood, with a note.
    void read_date(const TrfLine& line, std::string& target) {
        const std::string_view text = trimmed(line.from(5));
        if (text.empty()) return;
        const auto date = date_from(text);
        const auto meant = date ? date : loose_date_from(text);
        if (!meant)
            return note(line, noted::date_left, {{"date", cut(text, 60)}});
        if (!date)
            note(line, noted::date_meant, {{"date", cut(text, 60)}, {"meant", *meant}});
        target = *meant;
    }

    void read_dates(const TrfLine& line) {
        for (std::uint32_t round = 1; trf_at::date(round).first <= line.size(); ++round) {
            const Columns at = trf_at::date(round);
            if (round > limits::import_rounds)
                refuse(line.place(at),
                       {wanted::most_rounds, {{"most", limits::import_rounds}}},
                       std::to_string(round));
            const std::string_view text = line.field(at);
            if (text.empty()) continue;
            const auto year = whole(text.substr(0, 2), 99);
            const std::string century = year && *year >= 70 ? "19" : "20";
            if (const auto date = date_from(century + std::string(text)))
                rounds_.starts(round, *date);
            else
                note(line, noted::round_date_left, {{"date", text}, {"round", round}});
        }
    }

    void read_rounds(const TrfLine& line) {
        const std::string_view text = trimmed(line.from(5));
        const auto rounds = whole(text, limits::import_rounds);
        if (!rounds || *rounds == 0)
            refuse({line.number(), 5},
                   {wanted::rounds, {{"most", limits::import_rounds}}}, text);
        info_.rounds = *rounds;
    }

    void read_control(const TrfLine& line) {
        const std::string_view text = trimmed(line.from(5));
        if (text.empty()) return;
        const auto control = parse_time_control(text);
        if (!control)
            refuse({line.number(), static_cast<std::uint32_t>(4 + control.error().column)},
                   Told(control.error().expected, wanted::time_control),
                   text.substr(std::min(control.error().column - 1, text.size())));
        info_.terms.time_control = flagfall::text(*control);
        coded_ = true;
    }

    // Record 122 is for people; it is used only if it has the notation of record 222.
    void read_control_text(const TrfLine& line) {
        const std::string_view text = trimmed(line.from(5));
        const auto control = parse_time_control(text);
        if (control && !coded_)
            info_.terms.time_control = flagfall::text(*control);
        else if (!control && !text.empty())
            note(line, noted::control_text, {{"control", cut(text, 60)}});
    }

    void read_scoring(const TrfLine& line) {
        bool allocated = false;
        wire::EventScoring& scoring = info_.scoring;
        for (std::uint32_t at = 6; at <= line.size(); at += 9) {
            const char symbol = line.letter({at, at});
            if (symbol == ' ' && line.field({at + 1, at + 8}).empty()) continue;
            const TextPosition place{line.number(), at + 1};
            const auto points = half_points(line.field({at + 1, at + 4}));
            if (!points || *points > 200)
                refuse(place, wanted::half_points, line.field({at + 1, at + 4}));
            switch (symbol) {
                case 'W': scoring.win = *points; break;
                case 'D': scoring.draw = *points; break;
                case 'L': scoring.loss = *points; break;
                case 'A':
                case 'Z': scoring.absent = *points; break;  // bbpPairings wrote Z for some time
                case 'P': scoring.pairing_bye = *points, allocated = true; break;
                case 'X':
                    note(line, noted::points_unknown);
                    break;
                default:
                    refuse({line.number(), at}, wanted::symbol, line.columns({at, at}));
            }
        }
        if (!allocated) scoring.pairing_bye = scoring.win;
    }

    // bbpPairings' own records, from before 162.
    bool read_engine_points(const TrfLine& line) {
        wire::EventScoring& scoring = info_.scoring;
        const char symbol = line.letter({3, 3});
        std::uint32_t* const target = symbol == 'W'   ? &scoring.win
                                      : symbol == 'D' ? &scoring.draw
                                      : symbol == 'L' ? &scoring.loss
                                      : symbol == 'Z' ? &scoring.absent
                                      : symbol == 'F' ? &scoring.absent
                                      : symbol == 'U' ? &scoring.pairing_bye
                                                      : nullptr;
        if (target == nullptr) return false;
        const auto points = half_points(trimmed(line.from(5)));
        if (!points || *points > 200)
            refuse({line.number(), 5}, wanted::half_points, trimmed(line.from(5)));
        *target = *points;
        return true;
    }

    void read_player(const TrfLine& line) {
        TrfPlayer read;
        read.line = line.number();
        tournament::EventPlayer& player = read.player;
        player.number = required(line, trf_at::number, limits::import_players, wanted::rank);
        const char sex = line.letter(trf_at::sex);
        player.sex = sex == 'm' || sex == 'M' ? "m" : sex == ' ' ? "" : "w";
        if (std::string_view("mMwWfF ").find(sex) == std::string_view::npos)
            refuse(line.place(trf_at::sex), wanted::sex_trf, line.columns(trf_at::sex));
        player.title = title_from(line.field(trf_at::title), line.place(trf_at::title));
        player.name = whole_name(player.number, name_from(line.field(trf_at::name),
                                                          line.place(trf_at::name)));
        player.rating = optional(line, trf_at::rating, 9999, wanted::rating_trf);
        player.federation = federation_from(line.field(trf_at::federation),
                                            line.place(trf_at::federation));
        player.fide_id = fide_id(line);
        const auto birth = birth_from(line.field(trf_at::birth));
        if (!birth)
            refuse(line.place(trf_at::birth), wanted::birth_trf,
                   line.field(trf_at::birth));
        player.birth = *birth;
        const std::string_view points = line.field(trf_at::points);
        const auto half = half_points(points);
        if (!half && !points.empty())
            refuse(line.place(trf_at::points), wanted::points, points);
        read.half_points = half.value_or(0);
        optional(line, trf_at::rank, 99'999, wanted::place);
        read_games(line, read);
        roster_.add(player, line.place(trf_at::number));
        players_.push_back(std::move(read));
    }

    // The columns cut long names; a known player keeps the full name.
    std::string whole_name(std::uint32_t number, std::string name) const {
        constexpr std::size_t room = trf_at::name.last - trf_at::name.first + 1;
        if (present_ == nullptr) return name;
        const auto known = present_->players.find(number);
        const bool is_cut =
            known != present_->players.end() && tidy(cut(known->second.name, room)) == name;
        return is_cut ? known->second.name : name;
    }

    std::string whole_team_name(std::string name, Columns at) const {
        if (present_ == nullptr) return name;
        for (const auto& [number, team] : present_->teams)
            if (tidy(cut(team.name, at.last - at.first + 1)) == name) return team.name;
        return name;
    }

    static std::uint32_t required(const TrfLine& line, Columns at, std::uint32_t most,
                                  const Wording& what) {
        const auto value = whole(line.field(at), most);
        if (!value || *value == 0)
            refuse(line.place(at), {what, {{"most", most}}}, line.field(at));
        return *value;
    }

    static std::uint32_t optional(const TrfLine& line, Columns at, std::uint32_t most,
                                  const Wording& what) {
        const std::string_view text = line.field(at);
        const auto value = text.empty() ? std::optional(0U) : whole(text, most);
        if (!value) refuse(line.place(at), {what, {{"most", most}}}, text);
        return *value;
    }

    static std::string fide_id(const TrfLine& line) {
        const std::string_view text = line.field(trf_at::fide_id);
        if (text.find_first_not_of("0123456789") != std::string_view::npos)
            refuse(line.place(trf_at::fide_id), wanted::fide_id_trf, text);
        return text.find_first_not_of('0') == std::string_view::npos ? "" : std::string(text);
    }

    static void read_games(const TrfLine& line, TrfPlayer& read) {
        for (std::uint32_t round = 1; trf_at::opponent(round).first <= line.size(); ++round) {
            if (round > limits::import_rounds)
                refuse(line.place(trf_at::opponent(round)),
                       {wanted::most_rounds, {{"most", limits::import_rounds}}},
                       std::to_string(round));
            TrfGame& game = read.games.emplace_back();
            game.opponent = optional(line, trf_at::opponent(round), limits::import_players,
                                     wanted::opponent);
            const char colour = line.letter(trf_at::colour(round));
            game.colour = colour == 'w' || colour == 'W'   ? 'w'
                          : colour == 'b' || colour == 'B' ? 'b'
                                                           : '-';
            if (game.colour == '-' && colour != '-' && colour != ' ')
                refuse(line.place(trf_at::colour(round)), wanted::colour,
                       line.columns(trf_at::colour(round)));
            if (game.opponent == 0 && game.colour != '-')
                refuse(line.place(trf_at::colour(round)),
                       wanted::no_colour, {&game.colour, 1});
            const char code = line.letter(trf_at::result(round));
            game.result = code >= 'a' && code <= 'z' ? static_cast<char>(code - 'a' + 'A') : code;
            if (std::string_view("1=0+-WDLHFUZ? ").find(game.result) == std::string_view::npos)
                refuse(line.place(trf_at::result(round)),
                       wanted::code,
                       line.columns(trf_at::result(round)));
        }
        while (!read.games.empty() && read.games.back().opponent == 0 &&
               read.games.back().result == ' ')
            read.games.pop_back();
    }

    void read_team(const TrfLine& line) {
        const bool old = line.code() == "013";
        tournament::EventTeam team;
        const Columns name_at = old ? trf_at::old_team_name : trf_at::team_name;
        team.name = whole_team_name(name_from(line.field(name_at), line.place(name_at)), name_at);
        // Record 013 has no team numbers: take the team of this name, or the next number.
        team.number = old ? known_.team(team.name, line.place(name_at))
                          : required(line, trf_at::team_number, limits::import_teams,
                                     wanted::team_number);
        const std::string_view nickname = old ? "" : line.field(trf_at::team_nickname);
        const bool federation = nickname.size() == 3 && std::ranges::all_of(nickname, [](char c) {
                                    return c >= 'A' && c <= 'Z';
                                });
        if (federation) team.federation = nickname;
        if (std::ranges::find(out_.teams, team.number, &tournament::EventTeam::number) !=
            out_.teams.end())
            refuse(line.place(old ? name_at : trf_at::team_number),
                   old ? wanted::team_name_once : wanted::team_number_once,
                   old ? team.name : std::to_string(team.number));
        for (std::uint32_t i = 0;; ++i) {
            const Columns at = old ? trf_at::old_team_member(i) : trf_at::team_member(i);
            if (at.first > line.size()) break;
            const std::uint32_t member =
                optional(line, at, limits::import_players, wanted::some_rank);
            if (member != 0) members_.push_back({member, team.number, line.place(at)});
        }
        out_.teams.push_back(std::move(team));
    }

    void read_byes(const TrfLine& line) {
        const char type = line.letter(trf_at::bye_type);
        const char bye = type >= 'a' && type <= 'z' ? static_cast<char>(type - 'a' + 'A') : type;
        if (std::string_view("FHZ").find(bye) == std::string_view::npos)
            refuse(line.place(trf_at::bye_type), wanted::bye_asked, line.columns(trf_at::bye_type));
        const std::uint32_t round =
            required(line, trf_at::bye_round, limits::import_rounds, wanted::round_trf);
        for (std::uint32_t i = 0; trf_at::bye_player(i).first <= line.size(); ++i) {
            const Columns at = trf_at::bye_player(i);
            const std::uint32_t player =
                optional(line, at, limits::import_players, wanted::some_rank);
            if (player != 0) byes_.push_back({player, round, bye, line.place(at)});
        }
    }

    void finish(std::uint32_t lines) {
        if (players_.empty()) refuse_end({lines + 1, 1}, wanted::some_player_trf);
        place_members();
        place_byes();
        check_points();
        add_trf_rounds(players_, rounds_, notes_);
        out_.format = has_trf26_records(text_) ? "trf26" : "trf16";
        out_.info = std::move(info_);
        for (const TrfPlayer& player : players_) out_.players.push_back(player.player);
        std::ranges::sort(out_.players, {}, &tournament::EventPlayer::number);
        std::ranges::sort(out_.teams, {}, &tournament::EventTeam::number);
        if (present_) rounds_.seat_as_in(*present_);
        out_.rounds = rounds_.take();
    }

    TrfPlayer& known(std::uint32_t number, TextPosition at) {
        if (by_number_.empty())
            for (TrfPlayer& player : players_) by_number_[player.player.number] = &player;
        const auto found = by_number_.find(number);
        if (found == by_number_.end())
            refuse(at, wanted::file_player, std::to_string(number));
        return *found->second;
    }

    void place_members() {
        for (const Member& member : members_) {
            std::uint32_t& team = known(member.player, member.at).player.team;
            if (team != 0)
                refuse(member.at, wanted::one_team, std::to_string(member.player));
            team = member.team;
        }
    }

    // Record 240 and the player's line must agree, unless the line is empty there.
    void place_byes() {
        for (const Bye& bye : byes_) {
            TrfPlayer& player = known(bye.player, bye.at);
            if (player.games.size() < bye.round) player.games.resize(bye.round);
            TrfGame& game = player.games[bye.round - 1];
            const bool blank = game.opponent == 0 && game.result == ' ';
            if (!blank && (game.opponent != 0 || game.result != bye.code))
                refuse(bye.at,
                       {wanted::bye_line, {{"line", player.line}, {"round", bye.round}}},
                       std::to_string(bye.player));
            game.result = bye.code;
        }
    }

    // No error: records that we do not use (250, 299) change points, and so do arbiters.
    void check_points() {
        std::vector<bool> played;  // rounds with games: a blank in them is an absence
        for (const TrfPlayer& player : players_) {
            played.resize(std::max(played.size(), player.games.size()));
            for (std::size_t i = 0; i < player.games.size(); ++i)
                if (player.games[i].opponent != 0) played[i] = true;
        }
        for (const TrfPlayer& player : players_) {
            std::uint32_t sum = 0;
            for (std::size_t i = 0; i < played.size(); ++i) {
                const char code = i < player.games.size() ? player.games[i].result : ' ';
                if (code != ' ' || played[i]) sum += trf_points(code, info_.scoring);
            }
            if (sum != player.half_points)
                notes_.add({noted::points_differ,
                            {{"line", player.line},
                             {"player", player.player.number},
                             {"sum", points_text(sum)},
                             {"points", points_text(player.half_points)}}});
        }
    }

    struct Member {
        std::uint32_t player;
        std::uint32_t team;
        TextPosition at;
    };
    struct Bye {
        std::uint32_t player;
        std::uint32_t round;
        char code;
        TextPosition at;
    };

    std::string_view text_;
    const tournament::Tournament* present_;  // nullptr: no player is known
    Roster known_;
    Notes& notes_;
    Imported& out_;
    tournament::EventInfo info_;
    bool coded_ = false;  // the time control comes from record 222
    Roster roster_{nullptr};  // refuses duplicate numbers and ids
    std::vector<TrfPlayer> players_;
    std::map<std::uint32_t, TrfPlayer*> by_number_;
    std::vector<Member> members_;
    std::vector<Bye> byes_;
    Rounds rounds_;
};

}  // namespace

void read_trf(const ReaderInput& question, Imported& imported) {
    Reader(question, imported).read();
}

bool has_trf26_records(std::string_view text) {
    Lines lines(text);
    while (const auto line = lines.next()) {
        if (line->starts_with("###") || (line->size() > 3 && (*line)[3] == ' ' &&
            std::ranges::find(new_codes, line->substr(0, 3)) != std::end(new_codes)))
            return true;
    }
    return false;
}

}  // namespace flagfall::formats
