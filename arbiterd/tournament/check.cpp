#include "arbiterd/tournament/check.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "arbiterd/tournament/limits.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/base/text.hpp"
#include "common/base/unicode.hpp"

namespace flagfall::tournament {
namespace {

bool digits(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// The value of `count` digits at `at`; -1 if they are not all digits.
int number_at(std::string_view text, std::size_t at, std::size_t count) {
    FF_CHECK(count >= 1);
    FF_CHECK(count <= 4);
    if (text.size() < at + count || !digits(text.substr(at, count))) return -1;
    int value = 0;
    for (const char c : text.substr(at, count)) value = value * 10 + (c - '0');
    return value;
}

int days_of(int year, int month) {
    constexpr std::array<int, 13> days{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    FF_CHECK(month >= 1);
    FF_CHECK(month <= 12);
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : days.at(static_cast<std::size_t>(month));
}

bool is_time(std::string_view text) {  // "14:00:00", a fraction, then "Z" or "+01:00"
    const int hour = number_at(text, 0, 2);
    const int minute = number_at(text, 3, 2);
    const int second = number_at(text, 6, 2);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59)
        return false;
    FF_CHECK(text.size() >= 8);  // otherwise `second` would be negative
    if (text[2] != ':' || text[5] != ':') return false;
    text.remove_prefix(8);
    if (text.starts_with('.')) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
        if (end == 1 || end > 10) return false;
        text.remove_prefix(end);
    }
    if (text == "Z") return true;
    const int hours = number_at(text, 1, 2);
    const int minutes = number_at(text, 4, 2);
    return text.size() == 6 && (text[0] == '+' || text[0] == '-') && text[3] == ':' &&
           hours >= 0 && hours <= 23 && minutes >= 0 && minutes <= 59;
}

MaybeRefusal check_federation(std::string_view federation, const std::string& at) {
    if (federation.empty() || is_federation(federation)) return std::nullopt;
    return refuse("bad_federation", "a federation is three capital letters, such as NOR", at);
}

MaybeRefusal check_date(std::string_view date, const std::string& at) {
    if (date.empty() || is_date(date)) return std::nullopt;
    return refuse("bad_date", "must be a date such as 2026-11-21", at);
}

MaybeRefusal check_scoring(const wire::EventScoring& scoring, const std::string& at) {
    constexpr std::uint32_t most = 100;
    for (const auto& [points, name] :
         {std::pair(scoring.win, "/win"), {scoring.draw, "/draw"}, {scoring.loss, "/loss"},
          {scoring.absent, "/absent"}, {scoring.pairing_bye, "/pairing_bye"}})
        if (points > most)
            return refuse("bad_scoring", "at most 100 half points", at + name);
    return std::nullopt;
}

MaybeRefusal check_sector(const wire::EventSector& sector, const std::string& at) {
    if (auto no = check_name(sector.name, at + "/name")) return no;
    if (auto no = check_name(sector.hall, at + "/hall", false)) return no;
    if (sector.first <= sector.last) return std::nullopt;
    return refuse("bad_sector", "the first board is after the last", at + "/first");
}

MaybeRefusal check_records(const std::vector<std::string>& records, const std::string& at) {
    if (records.size() > limits::event_records)
        return refuse("too_many", "at most " + std::to_string(limits::event_records) +
                                      " records of a TRF", at);
    for (std::size_t i = 0; i < records.size(); ++i)
        if (!is_kept_record(records[i]))
            return refuse("bad_record",
                          "a line of a TRF that Flagfall does not write itself: a code of three "
                          "characters, a blank, and a text of one line",
                          item(at, i));
    return std::nullopt;
}

// In the order of rounds, each round once.
MaybeRefusal check_asked(const std::vector<wire::RequestedBye>& byes, const std::string& at) {
    for (std::size_t i = 0; i < byes.size(); ++i) {
        const wire::RequestedBye& asked = byes[i];
        if (asked.round == 0 || asked.round > limits::event_rounds ||
            (i > 0 && asked.round <= byes[i - 1].round))
            return refuse("bad_number", "the number of a round, each once, in their order",
                          item(at, i) + "/round");
        if (asked.bye == wire::Bye::allocated)
            return refuse("bad_bye", "a player asks for F, H or Z", item(at, i) + "/bye");
    }
    return std::nullopt;
}

}  // namespace

EventRefusal refuse(std::string code, std::string text, std::string pointer) {
    FF_CHECK(!code.empty());
    FF_CHECK(!text.empty());
    FF_CHECK(pointer.empty() || pointer.front() == '/');
    return {std::move(code), std::move(text), std::move(pointer)};
}

std::string named(const std::vector<Board>& boards) {
    return (boards.size() == 1 ? "board " : "boards ") + listed(boards);
}

std::string listed(const std::vector<Board>& boards) {
    FF_CHECK(!boards.empty());
    constexpr std::size_t most = 10;
    std::string out;
    for (std::size_t i = 0; i < std::min(most, boards.size()); ++i)
        out += (i > 0 ? ", " : "") + std::to_string(boards[i].number);
    if (boards.size() > most) out += " and " + std::to_string(boards.size() - most) + " more";
    return out;
}

std::string runs(const std::vector<Board>& boards) {
    std::string out;
    for (std::size_t first = 0, end = 0; first < boards.size(); first = end) {
        end = first + 1;
        while (end < boards.size() && boards[end].number == boards[end - 1].number + 1) ++end;
        out += (first > 0 ? ", " : "") + std::to_string(boards[first].number);
        if (end > first + 1)
            out += (end > first + 2 ? "-" : ", ") + std::to_string(boards[end - 1].number);
    }
    return out;
}

std::string item(const std::string& at, std::size_t index) {
    return at + "/" + std::to_string(index);
}

MaybeRefusal check_event_id(std::string_view id) {
    const auto good = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.';
    };
    const bool dots = id.find_first_not_of('.') == id.npos;  // "." and ".." are no part of a path
    if (!id.empty() && !dots && id.size() <= limits::event_id_bytes &&
        std::ranges::all_of(id, good))
        return std::nullopt;
    return refuse("bad_event_id", "an event's id is 1 to " +
                                      std::to_string(limits::event_id_bytes) +
                                      " letters, digits, '-', '_' or '.'");
}

MaybeRefusal check_name(std::string_view name, const std::string& at, bool needed) {
    if (needed && is_blank(name)) return refuse("bad_name", "a name is needed here", at);
    if (name.size() > limits::name_bytes)
        return refuse("bad_name", "at most " + std::to_string(limits::name_bytes) + " bytes", at);
    if (const auto fault = text_fault(name))
        return refuse("bad_name", "a name is one line of text: it has " + fault->says, at);
    return std::nullopt;
}

bool is_kept_record(std::string_view line) {
    // Codes that reports are written with; read_trf() reads them all.
    constexpr std::array<std::string_view, 29> ours{
        "001", "012", "013", "022", "032", "042", "052", "062", "072", "082",
        "092", "102", "112", "122", "132", "142", "162", "192", "222", "240",
        "310", "XXR", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU", "###"};
    const auto plain = [](char c) { return c > ' ' && c < '\x7F'; };
    const std::string_view code = line.substr(0, 3);
    return code.size() == 3 && std::ranges::all_of(code, plain) &&
           std::ranges::find(ours, code) == ours.end() && (line.size() == 3 || line[3] == ' ') &&
           line.size() <= limits::text_bytes && !text_fault(line);
}

bool is_federation(std::string_view text) {
    return text.size() == 3 &&
           std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool is_title(std::string_view text) {
    constexpr std::array<std::string_view, 12> titles{"GM",  "IM",  "FM",  "CM",  "WGM", "WIM",
                                                      "WFM", "WCM", "AGM", "AIM", "AFM", "ACM"};
    return std::ranges::find(titles, text) != titles.end();
}

bool is_date(std::string_view text) {
    const int year = number_at(text, 0, 4);
    const int month = number_at(text, 5, 2);
    const int day = number_at(text, 8, 2);
    return text.size() == 10 && text[4] == '-' && text[7] == '-' && year > 0 && month > 0 &&
           month <= 12 && day > 0 && day <= days_of(year, month);
}

MaybeRefusal check_starts(std::string_view starts, const std::string& at) {
    if (starts.empty() || is_date(starts)) return std::nullopt;
    if (starts.size() > 19 && is_date(starts.substr(0, 10)) && starts[10] == 'T' &&
        is_time(starts.substr(11)))
        return std::nullopt;
    return refuse("bad_start", "a start is date, time and offset (RFC 3339), such as "
                               "2026-11-21T14:00:00+01:00, or the date alone", at);
}

namespace {

// Days since 1970-01-01 (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
std::int64_t days_since_epoch(int year, int month, int day) {
    const std::int64_t y = month <= 2 ? year - 1 : year;  // years begin in March here
    const std::int64_t era = y / 400;
    const std::int64_t of_era = y - era * 400;
    const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    FF_CHECK(of_era >= 0);
    FF_CHECK(of_era < 400);
    FF_CHECK(of_year >= 0);
    FF_CHECK(of_year < 366);
    return era * 146'097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719'468;
}

}  // namespace

std::optional<std::int64_t> earliest_of(std::string_view starts) {
    if (starts.empty()) return std::nullopt;
    FF_CHECK(is_date(starts.substr(0, 10)));
    constexpr std::int64_t minute_ms = 60'000;
    constexpr std::int64_t first_zone = 14 * 60;  // Kiritimati
    const std::int64_t day = days_since_epoch(number_at(starts, 0, 4), number_at(starts, 5, 2),
                                              number_at(starts, 8, 2));
    std::int64_t of_day = 0;
    std::int64_t zone = first_zone;
    if (starts.size() > 10) {
        of_day = number_at(starts, 11, 2) * 60 + number_at(starts, 14, 2);
        const std::string_view offset = starts.substr(starts.size() - 6);
        zone = 0;
        if (!starts.ends_with('Z')) {
            zone = number_at(offset, 1, 2) * 60 + number_at(offset, 4, 2);
            if (offset.front() == '-') zone = -zone;
        }
    }
    FF_CHECK(of_day >= 0);
    FF_CHECK(of_day < 24 * 60);
    FF_CHECK(zone > -24 * 60);
    FF_CHECK(zone < 24 * 60);
    return (day * 24 * 60 + of_day - zone) * minute_ms;
}

MaybeRefusal check_info(const EventInfo& info, const std::string& at) {
    if (auto no = check_name(info.name, at + "/name")) return no;
    for (const auto& [text, name] :
         {std::pair(&info.place, "/place"), {&info.chief_arbiter, "/chief_arbiter"},
          {&info.kind, "/kind"}, {&info.pairing_system, "/pairing_system"}})
        if (auto no = check_name(*text, at + name, false)) return no;
    if (auto no = check_federation(info.federation, at + "/federation")) return no;
    if (auto no = check_date(info.begins, at + "/begins")) return no;
    if (auto no = check_date(info.ends, at + "/ends")) return no;
    if (!info.begins.empty() && !info.ends.empty() && info.ends < info.begins)
        return refuse("bad_date", "the event ends before it begins", at + "/ends");
    if (info.deputies.size() > limits::event_deputies)
        return refuse("too_many", "at most " + std::to_string(limits::event_deputies) +
                                      " deputies", at + "/deputies");
    for (std::size_t i = 0; i < info.deputies.size(); ++i)
        if (auto no = check_name(info.deputies[i], item(at + "/deputies", i))) return no;
    if (info.rounds > limits::event_rounds)
        return refuse("bad_rounds", "at most " + std::to_string(limits::event_rounds) + " rounds",
                      at + "/rounds");
    if (auto no = check_terms(info.terms, at + "/terms")) return no;
    if (auto no = check_scoring(info.scoring, at + "/scoring")) return no;
    if (info.sectors.size() > limits::event_sectors)
        return refuse("too_many", "at most " + std::to_string(limits::event_sectors) + " sectors",
                      at + "/sectors");
    for (std::size_t i = 0; i < info.sectors.size(); ++i)
        if (auto no = check_sector(info.sectors[i], item(at + "/sectors", i))) return no;
    return check_records(info.trf_records, at + "/trf_records");
}

MaybeRefusal check_player(const EventPlayer& player, const std::string& at) {
    if (player.number == 0 || player.number > limits::player_number)
        return refuse("bad_number", "a player's number is from 1 to " +
                                        std::to_string(limits::player_number), at + "/number");
    if (auto no = check_name(player.name, at + "/name")) return no;
    if (!player.title.empty() && !is_title(player.title))
        return refuse("bad_title", "a title is GM, IM, FM, CM, WGM, WIM, WFM, WCM, AGM, AIM, AFM "
                                   "or ACM", at + "/title");
    if (!player.sex.empty() && player.sex != "m" && player.sex != "w")
        return refuse("bad_sex", "m or w", at + "/sex");
    if (player.rating > limits::rating)
        return refuse("bad_rating", "at most " + std::to_string(limits::rating), at + "/rating");
    if (auto no = check_federation(player.federation, at + "/federation")) return no;
    if (!digits(player.fide_id) || player.fide_id.size() > 11)
        return refuse("bad_fide_id", "a FIDE ID is at most 11 digits", at + "/fide_id");
    const bool year = player.birth.size() == 4 && number_at(player.birth, 0, 4) > 0;
    if (!player.birth.empty() && !year && !is_date(player.birth))
        return refuse("bad_date", "born in a year or on a date: 1990 or 1990-11-30",
                      at + "/birth");
    if (auto no = check_name(player.club, at + "/club", false)) return no;
    if (player.withdrawn_from > limits::event_rounds)
        return refuse("bad_number", "the number of a round, or 0", at + "/withdrawn_from");
    return check_asked(player.byes, at + "/byes");
}

MaybeRefusal check_team(const EventTeam& team, const std::string& at) {
    if (team.number == 0 || team.number > limits::player_number)
        return refuse("bad_number", "a team's number is from 1 to " +
                                        std::to_string(limits::player_number), at + "/number");
    if (auto no = check_name(team.name, at + "/name")) return no;
    return check_federation(team.federation, at + "/federation");
}

MaybeRefusal check_entered(const wire::EnteredResult& entered, const std::string& at) {
    using enum wire::ResultKind;
    if (entered.kind != played && entered.kind != forfeit && entered.kind != unrated)
        return refuse("bad_result", "kind is played, forfeit or unrated", at + "/kind");
    const bool half = entered.score.half_points[Side::white] == 1 ||
                      entered.score.half_points[Side::black] == 1;
    if (entered.kind == forfeit && half)
        return refuse("bad_result", "a forfeit is 1-0, 0-1 or 0-0", at + "/score");
    if (auto no = check_name(entered.by, at + "/by", false)) return no;
    return check_name(entered.article, at + "/article", false);
}

MaybeRefusal check_round_number(const Tournament& event, std::uint32_t round,
                                const std::string& at) {
    FF_CHECK(event.info.rounds <= limits::event_rounds);
    const std::uint32_t most = event.info.rounds > 0 ? event.info.rounds : limits::event_rounds;
    if (round >= 1 && round <= most) return std::nullopt;
    return refuse("bad_number", "the event has rounds 1 to " + std::to_string(most), at);
}

}  // namespace flagfall::tournament
