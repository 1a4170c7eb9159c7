// Reads pairings from the tags of PGN games. Moves are skipped: pairings do not need them, and an
// illegal one must not make the import fail.
#include <algorithm>
#include <array>
#include <map>

#include "arbiterd/formats/limits.hpp"
#include "arbiterd/formats/pgn_games.hpp"
#include "arbiterd/formats/readers.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "arbiterd/formats/roster.hpp"
#include "common/base/limits.hpp"
#include "common/base/text.hpp"
#include "common/base/time_control.hpp"

namespace flagfall::formats {

namespace {

struct Tag {
    std::string value;
    TextPosition at;
};
using Tags = std::map<std::string, Tag, std::less<>>;

bool is_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

// Scans a file and stops at the tags of each game.
class TagScanner {
public:
    explicit TagScanner(std::string_view text) : text_(text) {}

    // The tags of the next game; nothing at the end.
    std::optional<Tags> next() {
        Tags tags;
        bool moves = false;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '[') {
                const Mark begin = mark();
                auto [name, tag] = read_tag();
                if ((moves && !tags.empty()) || tags.contains(name)) {
                    restore(begin);
                    return tags;
                }
                moves = false;
                if (tags.size() == limits::import_tags)
                    refuse(tag.at, {wanted::most_tags, {{"most", limits::import_tags}}}, name);
                tags.emplace(std::move(name), std::move(tag));
            } else if (c == '{') {
                skip_comment();
            } else if (c == ';' || (c == '%' && column_ == 1)) {
                while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') step();
            } else {
                moves = moves || static_cast<unsigned char>(c) > ' ';
                step();
            }
        }
        if (tags.empty()) return std::nullopt;
        return tags;
    }

private:
    struct Mark {
        std::size_t at;
        std::uint32_t line;
        std::uint32_t column;
    };
    Mark mark() const { return {at_, line_, column_}; }
    void restore(const Mark& mark) { at_ = mark.at, line_ = mark.line, column_ = mark.column; }
    TextPosition place() const { return {line_, column_}; }

    void step() {
        const char c = text_[at_++];
        if (c == '\r' && at_ < text_.size() && text_[at_] == '\n') ++at_;
        if (c == '\r' || c == '\n') {
            ++line_;
            column_ = 1;
        } else if (at_ == text_.size() || !goes_on(text_[at_])) {
            ++column_;
        }
    }

    void skip_comment() {
        const TextPosition opened = place();
        while (at_ < text_.size() && text_[at_] != '}') step();
        if (at_ == text_.size()) refuse_end(opened, wanted::comment_end);
        step();
    }

    void blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) step();
    }

    // [Name "value"]
    std::pair<std::string, Tag> read_tag() {
        step();
        blanks();
        const std::size_t begin = at_;
        const TextPosition opened = place();
        while (at_ < text_.size() && is_name(text_[at_])) step();
        std::string name(text_.substr(begin, at_ - begin));
        if (name.empty()) refuse(place(), wanted::tag_name, text_.substr(at_, 1));
        if (name.size() > limits::import_tag_name)
            refuse(opened, {wanted::tag_length, {{"most", limits::import_tag_name}}}, name);
        blanks();
        if (at_ == text_.size() || text_[at_] != '"')
            refuse(place(), wanted::tag_value, text_.substr(at_, 1));
        step();
        Tag tag{{}, place()};
        while (at_ < text_.size() && text_[at_] != '"') {
            if (text_[at_] == '\n' || text_[at_] == '\r')
                refuse_end(place(), {wanted::tag_quote, {{"tag", name}}});
            if (text_[at_] == '\\' && at_ + 1 < text_.size() &&
                (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\'))
                step();
            tag.value += text_[at_];
            step();
        }
        if (at_ == text_.size()) refuse_end(place(), {wanted::tag_quote, {{"tag", name}}});
        step();
        blanks();
        if (at_ == text_.size() || text_[at_] != ']')
            refuse(place(), {wanted::tag_end, {{"tag", name}}}, text_.substr(at_, 1));
        step();
        tag.value = short_text(tag.value, tag.at);
        return {std::move(name), std::move(tag)};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::uint32_t line_ = 1;
    std::uint32_t column_ = 1;
};

const Tag& tag(const Tags& tags, std::string_view name) {
    static const Tag none;
    const auto found = tags.find(name);
    return found == tags.end() ? none : found->second;
}

bool says_nothing(std::string_view value) {
    return value.empty() || value == "?" || value == "-" || value == "0";
}

bool is_bye(std::string_view name) { return says_nothing(name) || lower(name) == "bye"; }

struct Seat {
    std::uint32_t round = 0;
    std::uint32_t board = 0;
};

// Parses "3", "3.12", "3.12.1" and the tag Board; `asked` is the round of games without one.
Seat seat_of(const Tags& tags, TextPosition game, std::uint32_t asked) {
    const Tag& round = tag(tags, "Round");
    Seat seat;
    if (!says_nothing(round.value)) {
        const std::size_t dot = std::min(round.value.find('.'), round.value.size());
        const auto number = whole(round.value.substr(0, dot), limits::import_rounds);
        if (!number || *number == 0) refuse(round.at, wanted::round_tag, round.value);
        seat.round = *number;
        if (dot < round.value.size()) {
            const std::string rest = round.value.substr(dot + 1);
            seat.board = whole(rest.substr(0, rest.find('.')), limits::boards).value_or(0);
        }
    }
    const Tag& board = tag(tags, "Board");
    if (!says_nothing(board.value)) {
        const auto number = whole(board.value, limits::boards);
        if (!number) refuse(board.at, wanted::board_pgn, board.value);
        seat.board = *number;
    }
    if (seat.round == 0) seat.round = asked;
    if (seat.round == 0) refuse_end(round.value.empty() ? game : round.at,
                                    wanted::round_given_pgn);
    return seat;
}

// What the tag Termination says beyond the result (PGN standard, 9.8.1). "normal" and "time
// forfeit" say nothing more, and other programs write sentences there.
enum class Termination : std::uint8_t { of_play, forfeit, by_decision, unterminated };

Termination termination_of(std::string_view how) {
    if (how == "forfeit" || how == "unplayed") return Termination::forfeit;
    if (how == "unterminated") return Termination::unterminated;
    for (const char* decided : {"adjudication", "abandoned", "death", "emergency",
                                "rules infraction"})
        if (how == decided) return Termination::by_decision;
    return Termination::of_play;
}

// Our own tag has results that PGN cannot express. A game that has not ended has none: one of the
// two tags is wrong or old.
std::optional<wire::EnteredResult> result_in(const Tags& tags) {
    const Tag& ours = tag(tags, "FlagfallResult");
    const Tag& result = ours.value.empty() ? tag(tags, "Result") : ours;
    auto read = read_result(result.value);
    if (!read) refuse(result.at, wanted::result_pgn, result.value);
    if (!read->score) return entered_of(*read);
    const Tag& how = tag(tags, "Termination");
    const Termination said = termination_of(lower(how.value));
    if (said == Termination::forfeit) read->kind = wire::ResultKind::forfeit;
    if (said == Termination::unterminated)
        refuse(how.at, {wanted::ended, {{"result", result.value}}}, how.value);
    return entered_of(*read);
}

// The player's FIDE id; empty if there is none.
std::string fide_id_of(const Tags& tags, std::string_view colour) {
    const Tag& id = tag(tags, std::string(colour) + "FideId");
    if (says_nothing(id.value)) return {};
    if (id.value.find_first_not_of("0123456789") != std::string::npos)
        refuse(id.at, wanted::fide_id, id.value);
    return id.value;
}

// The place of its first tag.
TextPosition begin_of(const Tags& tags) {
    TextPosition game = tags.begin()->second.at;
    for (const auto& [name, each] : tags) game = std::min(game, each.at);
    game.column = 1;
    return game;
}

class Games {
public:
    Games(const ReaderInput& question, Imported& imported)
        : question_(question), imported_(imported), roster_(question.present) {}

    void read() {
        TagScanner scanner(question_.text);
        std::size_t games = 0;
        while (const auto tags = scanner.next()) {
            if (games++ == 0 && question_.present == nullptr) read_info(*tags);
            read_game(*tags);
        }
        if (games == 0) refuse_end({}, wanted::some_game);
        if (rounds_.empty())
            throw Refused{{{}, {wanted::round_game, {{"round", question_.round}}},
                           '"' + std::to_string(left_out_) + " games of other rounds\""}};
        if (left_out_ > 0)
            question_.notes.add({noted::other_games, {{"games", left_out_}}});
        imported_.players = roster_.added();
        imported_.teams = roster_.added_teams();
        if (question_.present != nullptr) rounds_.seat_as_in(*question_.present);
        imported_.rounds = rounds_.take();
    }

private:
    void read_info(const Tags& tags) {
        tournament::EventInfo info;
        const auto text = [&](std::string_view name) {
            return tag(tags, name).value == "?" ? std::string() : tag(tags, name).value;
        };
        info.name = text("Event");
        info.place = text("Site");
        if (const auto control = parse_time_control(tag(tags, "TimeControl").value))
            info.terms.time_control = flagfall::text(*control);
        imported_.info = std::move(info);
    }

    void read_game(const Tags& tags) {
        const TextPosition game = begin_of(tags);
        const Seat seat = seat_of(tags, game, question_.round);
        if (question_.round != 0 && seat.round != question_.round) {
            ++left_out_;
            return;
        }
        const Tag& white = tag(tags, "White");
        const Tag& black = tag(tags, "Black");
        const TextPosition white_at = white.value.empty() ? game : white.at;
        const TextPosition black_at = black.value.empty() ? game : black.at;
        tournament::EventPairing pairing;
        if (is_bye(white.value) && is_bye(black.value))
            refuse(white_at, wanted::player_name, white.value);
        if (is_bye(white.value) || is_bye(black.value)) {
            const bool is_white = is_bye(black.value);
            pairing.white = player(tags, is_white ? "White" : "Black",
                                   is_white ? white_at : black_at);
            pairing.bye = wire::Bye::allocated;
        } else {
            pairing.white = player(tags, "White", white_at);
            pairing.black = player(tags, "Black", black_at);
            pairing.board.number = seat.board;
            pairing.entered = result_in(tags);
        }
        const Tag& board = tag(tags, "Board");
        rounds_.add(seat.round, std::move(pairing),
                    {board.value.empty() ? game : board.at, white_at, black_at});
    }

    // Finds the player by FIDE id, else by name; else adds them.
    std::uint32_t player(const Tags& tags, std::string_view colour, TextPosition at) {
        const auto about = [&](std::string_view what) -> const Tag& {
            return tag(tags, std::string(colour) + std::string(what));
        };
        tournament::EventPlayer player;
        player.name = about("").value;
        player.fide_id = fide_id_of(tags, colour);
        if (const auto* known = roster_.by_fide_id(player.fide_id)) return known->number;
        const auto* named = roster_.by_name(player.name, at);
        if (named != nullptr && (named->fide_id.empty() || player.fide_id.empty()))
            return named->number;
        if (const Tag& elo = about("Elo"); !says_nothing(elo.value)) {
            const auto rating = whole(elo.value, 9999);
            player.rating = rating.value_or(0);
            if (!rating)
                question_.notes.add(
                    {noted::rating_left, {{"line", elo.at.line}, {"rating", elo.value}}});
        }
        player.name = name_from(player.name, at);
        if (const Tag& title = about("Title"); !says_nothing(title.value))
            player.title = title_from(title.value, title.at);
        if (const Tag& team = about("Team"); !says_nothing(team.value))
            player.team = roster_.team(name_from(team.value, team.at), team.at);
        return roster_.add(std::move(player), at);
    }

    const ReaderInput& question_;
    Imported& imported_;
    Roster roster_;
    Rounds rounds_;
    std::size_t left_out_ = 0;
};

// Takes each tag once: a second one belongs to the next game, in a text without moves between.
Tags tags_of(std::string_view text) {
    TagScanner scanner(text);
    auto tags = scanner.next();
    if (!tags) refuse({1, 1}, Told("tags such as [White \"...\"]"), text);
    if (const auto more = scanner.next())
        refuse(begin_of(*more), Told("moves, or *, before the next game"), "tags");
    return std::move(*tags);
}

std::optional<TaggedGame> tagged_game(const Tags& tags, std::string_view token,
                                      const Roster& roster, std::uint32_t round) {
    const Seat seat = seat_of(tags, begin_of(tags), round);
    TaggedGame game{.round = seat.round, .board = seat.board};
    if (seat.round != round) return game;
    for (const auto& [side, colour] : {std::pair(Side::white, "White"), {Side::black, "Black"}}) {
        const Tag& name = tag(tags, colour);
        if (is_bye(name.value)) return std::nullopt;
        game.name[side] = name.value;
        game.players[side] = roster.meant_by(name.value, fide_id_of(tags, colour));
    }
    game.entered = result_in(tags);
    const std::string how = lower(tag(tags, "Termination").value);
    if (game.entered && termination_of(how) == Termination::by_decision) game.decided = how;
    // The tag and the token after the moves must agree: while a program is rewriting them, one of
    // the two is old.
    const Tag& result = tag(tags, "Result");
    const auto in_tag = read_result(result.value);
    const auto at_end = read_result(token);
    if (!at_end || !in_tag || at_end->score != in_tag->score)
        refuse(result.at, Told("the result that stands after the moves, " + std::string(token)),
               result.value);
    return game;
}

}  // namespace

void read_pgn(const ReaderInput& question, Imported& imported) { Games(question, imported).read(); }

std::expected<std::optional<TaggedGame>, ImportError> read_tags(const chess::PgnPiece& piece,
                                                                const Roster& roster,
                                                                std::uint32_t round) {
    try {
        Notes notes;
        auto game = tagged_game(tags_of(decode(piece.text, notes)), decode(piece.result, notes),
                                roster, round);
        if (game) game->line = piece.line;
        return game;
    } catch (Refused& refused) {
        refused.error.at.line += static_cast<std::uint32_t>(piece.line - 1);
        return std::unexpected(std::move(refused.error));
    }
}

}  // namespace flagfall::formats
