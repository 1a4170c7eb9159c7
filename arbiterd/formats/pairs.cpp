// Pairings as pairing engines print them: the number of lines, then "white black" in each; "7 0"
// is the pairing-allocated bye.
#include "arbiterd/formats/export.hpp"
#include "arbiterd/formats/limits.hpp"
#include "arbiterd/formats/readers.hpp"
#include "arbiterd/formats/roster.hpp"

namespace flagfall::formats {

namespace {

struct Word {
    std::string_view text;
    TextPosition at;
};

// The first three words of a line: two are right, a third is an error.
std::vector<Word> words_of(std::string_view line, std::uint32_t number) {
    std::vector<Word> words;
    for (std::size_t at = line.find_first_not_of(" \t");
         at != std::string_view::npos && words.size() < 3;) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        words.push_back({line.substr(at, end - at), {number, column_at(line, at)}});
        at = line.find_first_not_of(" \t", end);
    }
    return words;
}

std::uint32_t player(const Word& word, const Roster& roster, bool zero) {
    const auto number = whole(word.text, limits::import_players);
    if (!number || (*number == 0 && !zero))
        refuse(word.at, zero ? wanted::player_or_bye : wanted::player_number, word.text);
    if (*number != 0 && !roster.empty() && roster.find(*number) == nullptr)
        refuse(word.at, wanted::event_number, word.text);
    return *number;
}

}  // namespace

void read_pairs(const ReaderInput& question, Imported& imported) {
    if (question.round == 0)
        refuse_end({}, wanted::round_given_pairs);
    const Roster roster(question.present);
    Rounds rounds;
    std::optional<std::uint32_t> count;
    std::uint32_t read = 0;
    std::uint32_t board = question.first_board;
    Lines lines(question.text);
    while (const auto here = lines.next_short()) {
        const std::string_view line = *here;
        const std::uint32_t number = lines.number();
        const auto words = words_of(line, number);
        if (words.empty()) continue;
        if (!count) {
            count = whole(words[0].text, limits::import_players);
            if (!count || words.size() > 1)
                refuse(words[count ? 1 : 0].at,
                       count ? wanted::first_line_end : wanted::pairs_count,
                       words[count ? 1 : 0].text);
            continue;
        }
        if (words.size() == 1)
            refuse_end({number, column_at(line, line.size())}, wanted::second_player);
        if (words.size() > 2) refuse(words[2].at, wanted::line_end, words[2].text);
        if (read++ == *count)
            refuse(words[0].at, {wanted::pairs_end, {{"pairs", *count}}}, line);
        tournament::EventPairing pairing;
        pairing.white = player(words[0], roster, false);
        pairing.black = player(words[1], roster, true);
        if (pairing.black == 0) pairing.bye = wire::Bye::allocated;
        else if (question.first_board > 0) pairing.board.number = board++;
        rounds.add(question.round, std::move(pairing), {words[0].at, words[0].at, words[1].at});
    }
    const TextPosition end{lines.number() + 1, 1};
    if (!count) refuse_end(end, wanted::pairs_count);
    if (read != *count)
        refuse_end(end, {wanted::more_pairs, {{"pairs", *count}, {"read", read}}});
    if (rounds.empty()) rounds.starts(question.round, {});
    if (question.present != nullptr) rounds.seat_as_in(*question.present);
    imported.rounds = rounds.take();
}

Exported pairs(const tournament::EventRound& round) {
    Exported out;
    std::string lines;
    std::size_t count = 0;
    for (const tournament::EventPairing& pairing : round.pairings) {
        if (pairing.bye && pairing.bye != wire::Bye::allocated) {
            out.notes.push_back("player " + std::to_string(pairing.white) + ": the bye " +
                                std::string(name(*pairing.bye)) +
                                " cannot be expressed and is left out");
            continue;
        }
        ++count;
        lines += std::to_string(pairing.white) + ' ' +
                 std::to_string(pairing.bye ? 0 : pairing.black) + '\n';
    }
    out.text = std::to_string(count) + '\n' + lines;
    return out;
}

}  // namespace flagfall::formats
