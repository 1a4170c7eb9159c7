// Scoresheets at the desk (Article 8), stored and compared with the record; and the moves of boards
// that report presses only.
#include <algorithm>
#include <array>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/laws/after_the_fact.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "arbiterd/sheets/reading.hpp"
#include "arbiterd/sheets/reconcile.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/chess/notation.hpp"
#include "common/chess/written.hpp"

namespace flagfall::game {
namespace {

std::expected<sheets::Choice, DeskRefusal> choice_of(const std::string& language,
                                                     const std::string& notation) {
    sheets::Choice choice;
    choice.language = chess::language_from(language);
    choice.notation = chess::notation_from(notation);
    if (!choice.language && !language.empty() && language != "auto")
        return refusal("bad_language",
                       "language: english, german, french, "
                       "spanish, dutch, italian, russian, "
                       "figurine, or left out",
                       "/act/language");
    if (!choice.notation && !notation.empty() && notation != "auto")
        return refusal("bad_notation", "notation: algebraic, iccf, descriptive, or left out",
                       "/act/notation");
    return choice;
}

std::string whose_text(Party whose) {
    if (whose == Party::arbiter) return "The arbiter's";
    return whose == Party::white ? "White's" : "Black's";
}

sheets::Sheet sheet_of(const std::string& text, const Game& game) {
    sheets::Sheet sheet = sheets::read_sheet(text);
    if (game.base.count > 0)
        sheets::leave_out_before(sheet, sheets::first_ply(game.history.at(0)));
    return sheet;
}

// Closes the question about the former version of this sheet.
void overtake(Draft& draft, Party whose) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open) {
        const auto* of = facts_of<wire::OfSheet>(question);
        if (of && of->whose == whose) draft.close(question, Closing::overtaken);
    }
}

// The number of moves of each standing, as evidence, and the contradictions themselves.
struct Comparison {
    wire::Pairs counts;
    wire::Pairs against;
    std::size_t contradictions = 0;
};

Comparison compare(const Draft& draft, const sheets::Report& report) {
    constexpr std::array kinds{sheets::Standing::agrees,     sheets::Standing::gap,
                               sheets::Standing::contradicts, sheets::Standing::unreadable,
                               sheets::Standing::ambiguous,  sheets::Standing::extra,
                               sheets::Standing::beyond};
    constexpr std::size_t most_shown = 12;
    FF_CHECK(!report.sheets.empty());
    const sheets::SheetReport& sheet = report.sheets.front();
    const auto first = sheets::first_ply(report.line.start);
    Comparison all;
    for (const sheets::Standing kind : kinds) {
        const auto number =
            std::ranges::count(sheet.findings, kind, &sheets::Finding::standing);
        all.counts.push_back(fact(name(kind), static_cast<std::int64_t>(number)));
    }
    all.counts.push_back(fact("complete", sheet.complete ? "yes" : "no"));
    for (const sheets::Finding& finding : sheet.findings) {
        if (finding.standing != sheets::Standing::contradicts) continue;
        if (++all.contradictions > most_shown) continue;
        const std::size_t at = finding.ply - first;
        FF_CHECK(at < report.line.moves.size());
        const chess::Position& before = draft.game().history.at(at);
        all.against.push_back(
            fact(sentence({"ply_", std::to_string(draft.game().base.count + at + 1)}),
                 sentence({"recorded ", chess::san(before, report.line.moves[at].move),
                           ", written ", finding.written, " (", text(finding.place), ")"})));
    }
    return all;
}

// ---- moves from a sheet ------------------------------------------------------------------------

// The moves of a sheet and where they go; places count from the game's base.
struct Entered {
    sheets::Sheet sheet;
    sheets::SheetReading reading;
    std::size_t begin = 0;  // of the sheet's first move
    std::size_t keep = 0;   // moves of the record that stay
    std::size_t total() const { return begin + reading.moves.size(); }
};

std::string trouble_text(const Entered& entered) {
    const auto& trouble = entered.reading.trouble;
    if (!trouble) return {};
    FF_CHECK(trouble->entry < entered.sheet.entries.size());
    return text(entered.sheet.entries[trouble->entry].place) + ": " + trouble->text;
}

// The place of a ply in the record, if the record reaches that far.
std::optional<std::size_t> place_of(const Game& game, std::int64_t ply) {
    const std::int64_t place = ply - game.base.count - 1;
    if (place < 0 || place > static_cast<std::int64_t>(game.moves.size())) return std::nullopt;
    return static_cast<std::size_t>(place);
}

std::expected<Entered, DeskRefusal> read_entered(const Game& game, const wire::EnterMoves& enter,
                                                 const sheets::Choice& choice) {
    Entered entered;
    entered.sheet = sheet_of(enter.sheet, game);
    if (entered.sheet.entries.empty())
        return refusal("no_moves", "sheet: there are no moves on it", "/act/sheet");
    const std::int64_t shift = std::int64_t{game.base.count} + 1 -
                               sheets::first_ply(game.history.at(0));
    const auto begin = place_of(game, entered.sheet.entries.front().ply() + shift);
    const std::string reach = "the moves entered go to ply " +
                              std::to_string(game.base.count + game.moves.size());
    if (!begin)
        return refusal("bad_ply", "sheet: its first move does not follow: " + reach, "/act/sheet");
    entered.begin = *begin;
    entered.keep = game.moves.size();
    if (enter.from) {
        const auto from = place_of(game, enter.from->count);
        if (!from || *from < *begin)
            return refusal("bad_ply", "from: a ply of the sheet; " + reach, "/act/from");
        entered.keep = *from;
    }
    auto readings = sheets::read_moves(entered.sheet, game.history.at(*begin), choice);
    if (readings.size() != 1)
        return refusal("bad_language",
                       "sheet: it can be read in " + std::to_string(readings.size()) +
                           " ways: say language and notation",
                       "/act/sheet");
    entered.reading = std::move(readings.front());
    if (entered.reading.moves.empty())
        return refusal("no_moves", "sheet: its first move is not one: " + trouble_text(entered),
                       "/act/sheet");
    FF_CHECK(entered.begin <= game.moves.size());
    FF_CHECK(entered.begin <= entered.keep);
    FF_CHECK(entered.keep <= game.moves.size());
    if (game.base.count + entered.total() > limits::game_plies)
        return refusal("bad_ply", "at most " + std::to_string(limits::game_plies) + " plies");
    return entered;
}

MaybeRefusal differs(const Game& game, const Entered& entered) {
    for (std::size_t at = entered.begin; at < std::min(entered.keep, entered.total()); ++at) {
        FF_CHECK(at - entered.begin < entered.reading.moves.size());
        if (game.moves[at].move == entered.reading.moves[at - entered.begin]) continue;
        const std::string ply = std::to_string(game.base.count + at + 1);
        return refuse("sheet_differs",
                      sentence({"ply ", ply, " was entered as ",
                                chess::san(game.history.at(at), game.moves[at].move), ": --from ",
                                ply, " replaces it and all behind it"}));
    }
    return std::nullopt;
}

// Uses the clock's times of the press with the same count, if the counts can be the same.
void record_entered(Draft& draft, const Entered& entered) {
    const Game& game = draft.game();
    FF_CHECK(draft.live().presses.has_value());
    FF_CHECK(entered.reading.moves.size() <= entered.sheet.entries.size());
    const bool fits = game.base.count + entered.total() <= draft.live().presses->count + 1U;
    for (std::size_t at = std::max(entered.keep, entered.begin); at < entered.total(); ++at) {
        const sheets::Entry& entry = entered.sheet.entries[at - entered.begin];
        const Ply ply{game.base.count + static_cast<std::uint32_t>(at) + 1};
        const auto press = std::ranges::find(game.presses, ply, &Press::ply);
        const bool known = fits && press != game.presses.end();
        draft.record(entered.reading.moves[at - entered.begin],
                     {.written = entry.text, .elapsed = known ? press->elapsed : Duration{},
                      .by = CompletedBy::sheet, .offer = entry.draw_offer,
                      .readings = known ? press->readings : Both<Duration>{}});
    }
}

std::vector<chess::Move> all_moves(const Game& game, const Entered& entered) {
    std::vector<chess::Move> moves;
    FF_CHECK(entered.keep <= game.moves.size());
    moves.reserve(std::max(entered.keep, entered.total()));
    for (std::size_t at = 0; at < entered.keep; ++at) moves.push_back(game.moves[at].move);
    for (std::size_t at = entered.keep; at < entered.total(); ++at)
        moves.push_back(entered.reading.moves[at - entered.begin]);
    return moves;
}

AfterFact of_trouble(const Draft& draft, const Entered& entered) {
    FF_CHECK(entered.reading.trouble.has_value());
    const bool illegal = entered.reading.trouble->kind == sheets::Trouble::Kind::illegal;
    const Game& game = draft.game();
    const std::string ply = std::to_string(game.base.count + entered.total() + 1);
    const bool behind = entered.total() < entered.keep;  // the record continues after them
    const chess::Position& board = behind ? game.history.at(entered.total()) : draft.position();
    return {illegal ? "illegal_move" : "unreadable",
            illegal ? "7.5.1" : "8.1.1",
            sentence({"The sheet is read up to ply ",
                      std::to_string(game.base.count + entered.total()), ": ",
                      trouble_text(entered), "."}),
            true,
            {fact("ply", ply), fact("fen", chess::fen(board)),
             fact("written", entered.sheet.entries[entered.reading.trouble->entry].text)}};
}

void report(Draft& draft, const Entered& entered, const wire::DeskCommand& command) {
    std::vector<AfterFact> facts = after_the_fact(draft, all_moves(draft.game(), entered));
    if (entered.reading.trouble) facts.insert(facts.begin(), of_trouble(draft, entered));
    wire::Pairs evidence{
        fact("moves_entered", draft.live().ply.count),
        fact("presses", draft.live().presses->count),
        fact("notation", sheets::name(entered.reading.writings.front()))};
    std::string text;
    std::string article;
    for (const AfterFact& each : facts) {
        evidence.push_back(fact(each.name, each.article));
        evidence.insert(evidence.end(), each.evidence.begin(), each.evidence.end());
        text += " " + each.text;
        if (each.matters && article.empty()) article = each.article;
    }
    wire::Effect effect;
    effect.moves = entered.keep < draft.game().moves.size();
    close_overtaken(draft, Subject::after_the_fact);  // an undo asks this again
    draft.rule(article_of(command, "8.1.1"), Subject::moves,
               sentence({"Moves are entered from a scoresheet: ",
                         std::to_string(draft.live().ply.count), " plies now, ",
                         std::to_string(draft.live().presses->count), " presses.", text}),
               evidence, effect);
    if (article.empty()) return;
    draft.ask(article, Subject::after_the_fact,
              "Found in the moves entered, and not applied:" + text, std::move(evidence), false,
              only_noted());
}

}  // namespace

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::EnterSheet& enter) {
    const auto whose = wire::from_name<Party>(enter.whose);
    if (!whose) return refuse("bad_whose", "whose: white, black or arbiter", "/act/whose");
    const auto choice = choice_of(enter.language, enter.notation);
    if (!choice) return choice.error();
    if (enter.sheet.empty())
        return refuse("text_missing", "sheet: there is nothing on it", "/act/sheet");
    const sheets::Input input{enter.whose, sheet_of(enter.sheet, draft.game()), *choice};
    const sheets::Record record{draft.game().history.at(0), draft.game().moves};
    const sheets::Report report = sheets::reconcile(record, std::span(&input, 1));
    FF_CHECK(report.sheets.size() == 1);
    Comparison found = compare(draft, report);
    wire::Pairs evidence{fact("whose", enter.whose)};
    evidence.insert(evidence.end(), found.counts.begin(), found.counts.end());
    draft.rule(article_of(command, "8.2"), Subject::sheet,
               sentence({whose_text(*whose), " scoresheet is entered: ",
                         std::to_string(report.sheets.front().in_a_row), " of ",
                         std::to_string(record.moves.size()), " plies agree from the start, ",
                         std::to_string(found.contradictions), " contradict."}),
               evidence);
    overtake(draft, *whose);
    if (found.contradictions == 0) return std::nullopt;
    evidence.insert(evidence.end(), found.against.begin(), found.against.end());
    draft.ask(draft.over() ? "8.1.1" : "8.5", Subject::sheet,
              sentence({whose_text(*whose), " scoresheet contradicts the record in ",
                        std::to_string(found.contradictions),
                        found.contradictions == 1 ? " move." : " moves."}),
              std::move(evidence), false, only_noted(), {.facts = wire::OfSheet{*whose}});
    return std::nullopt;
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::EnterMoves& enter) {
    const Game& game = draft.game();
    if (!presses_only(draft))
        return refuse("not_presses",
                      "this board reports its moves; to compare them with a scoresheet, enter "
                      "that as a sheet");
    const auto choice = choice_of(enter.language, enter.notation);
    if (!choice) return choice.error();
    const auto entered = read_entered(game, enter, *choice);
    if (!entered) return entered.error();
    if (auto other_moves = differs(game, *entered)) return other_moves;
    const bool replaces = entered->keep < game.moves.size();
    if (!replaces && entered->total() <= entered->keep && !entered->reading.trouble)
        return refuse("nothing_to_change", "these moves are in the record already");
    if (replaces)
        draft.restore({game.base.count + static_cast<std::uint32_t>(entered->keep)},
                      game.history.at(entered->keep), {}, command.by,
                      "moves entered again from a scoresheet", true);
    record_entered(draft, *entered);
    report(draft, *entered, command);
    return std::nullopt;
}

}  // namespace flagfall::game
