#include "tests/oracle/compare.hpp"

#include <set>
#include <sstream>

#include "common/wire/codec.hpp"
#include "tests/oracle/arbiter.hpp"
#include "tests/oracle/complaints.hpp"

namespace flagfall::oracle {
namespace {

template <wire::Word E>
std::string_view name_of(E value) {
    return wire::name(value);
}

// The words, sorted: the order in which a set is written does not matter.
std::string in_order(const std::string& words) {
    std::istringstream in(words);
    std::set<std::string> found;
    for (std::string word; in >> word;) found.insert(word);
    std::string text;
    for (const std::string& word : found) text += (text.empty() ? "" : " ") + word;
    return text;
}

class Fields {
public:
    template <class T>
    void operator()(const char* name, const T& is, const T& must) {
        if (is == must) return;
        if (!text_.empty()) text_ += "; ";
        text_ += name;
        if constexpr (wire::Word<T>)
            text_.append(" is ").append(name_of(is)).append(", must be ").append(name_of(must));
        else if constexpr (requires { show(is); })
            text_ += " is " + show(is) + ", must be " + show(must);
        else
            text_ += " is another";
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

void compare(Fields& f, const wire::Outcome& is, const wire::Outcome& must) {
    f("score", text(is.score), text(must.score));
    f("reason", is.ending, must.ending);
    f("article", is.article, must.article);
}

void compare(Fields& f, const wire::Correction& is, const wire::Correction& must) {
    f("readings", is.readings, must.readings);
    f("turn", is.turn, must.turn);
    f("ply", is.ply, must.ply);
    f("run", is.run, must.run);
    f("fen", is.fen, must.fen);
    f("article", is.article, must.article);
    f("answers", is.answers, must.answers);
    f("goes_on", is.goes_on, must.goes_on);
}

void compare(Fields&, const wire::LinkFollowed&, const wire::LinkFollowed&) {}
void compare(Fields&, const wire::HeadKept&, const wire::HeadKept&) {}
void compare(Fields& f, const wire::GameRecorded& is, const wire::GameRecorded& must) {
    f("terms", is.terms, must.terms);
    f("epoch", is.epoch, must.epoch);
    f("readings", is.readings, must.readings);
}
void compare(Fields&, const wire::GameBegan&, const wire::GameBegan&) {}
void compare(Fields& f, const wire::MovePending& is, const wire::MovePending& must) {
    f("side", is.side, must.side);
    f("text", is.text, must.text);
}
void compare(Fields& f, const wire::MoveRecorded& is, const wire::MoveRecorded& must) {
    f("side", is.side, must.side);
    f("ply", is.ply, must.ply);
    f("uci", is.uci, must.uci);
    f("san", is.san, must.san);
    f("written", is.written, must.written);
    f("elapsed", is.elapsed, must.elapsed);
    f("readings", is.readings, must.readings);
    f("completed_by", is.completed_by, must.completed_by);
    f("marks", is.marks, must.marks);
}
void compare(Fields& f, const wire::IrregularityFound& is, const wire::IrregularityFound& must) {
    f("side", is.side, must.side);
    f("ply", is.ply, must.ply);
    f("kind", is.kind, must.kind);
    f("text", is.text, must.text);
    f("count", is.count, must.count);
}
void compare(Fields& f, const wire::IllegalMoveSeen& is, const wire::IllegalMoveSeen& must) {
    f("side", is.side, must.side);
    f("ply", is.ply, must.ply);
    f("kind", is.kind, must.kind);
    f("text", is.text, must.text);
    f("squares", is.squares, must.squares);
    f("elapsed", is.elapsed, must.elapsed);
    f("gained", is.gained, must.gained);
    f("readings", is.readings, must.readings);
}
void compare(Fields& f, const wire::IllegalMoveStood& is, const wire::IllegalMoveStood& must) {
    f("side", is.side, must.side);
    f("ply", is.ply, must.ply);
    f("text", is.text, must.text);
    f("squares", is.squares, must.squares);
    f("before", is.before, must.before);
    f("fen", is.fen, must.fen);
    f("goes_on", is.goes_on, must.goes_on);
    f("elapsed", is.elapsed, must.elapsed);
    f("readings", is.readings, must.readings);
}
void compare(Fields& f, const wire::DrawOfferMade& is, const wire::DrawOfferMade& must) {
    f("side", is.side, must.side);
    f("ply", is.ply, must.ply);
    f("how", is.how, must.how);
}
void compare(Fields& f, const wire::DrawOfferEnded& is, const wire::DrawOfferEnded& must) {
    f("side", is.side, must.side);
    f("how", is.how, must.how);
}
void compare(Fields& f, const wire::ClaimJudged& is, const wire::ClaimJudged& must) {
    f("side", is.side, must.side);
    f("kind", is.kind, must.kind);
    f("ply", is.ply, must.ply);
    f("move", is.move, must.move);
    f("uci", is.uci, must.uci);
    f("right", is.right, must.right);
    if (!must.facts.empty()) f("facts", is.facts, must.facts);
}
void compare(Fields& f, const wire::PenaltyGiven& is, const wire::PenaltyGiven& must) {
    f("side", is.side, must.side);
    f("article", is.article, must.article);
    f("reason", is.reason, must.reason);
    f("to_opponent", is.to_opponent, must.to_opponent);
    f("taken_back", is.taken_back, must.taken_back);
    f("before", is.before, must.before);
    f("after", is.after, must.after);
}
void compare(Fields& f, const wire::RulingGiven& is, const wire::RulingGiven& must) {
    f("number", is.number, must.number);
    f("by", is.by, must.by);
    f("article", is.article, must.article);
    f("about", is.about, must.about);
    f("ply", is.ply, must.ply);
    f("is there a text", !is.text.empty(), true);
}
void compare(Fields& f, const wire::QuestionPut& is, const wire::QuestionPut& must) {
    f("number", is.number, must.number);
    f("article", is.article, must.article);
    f("about", is.about, must.about);
    f("holds", is.holds, must.holds);
    f("is there a text", !is.text.empty(), true);
}
void compare(Fields& f, const wire::QuestionClosed& is, const wire::QuestionClosed& must) {
    f("number", is.number, must.number);
    f("how", is.how, must.how);
    f("by", is.by, must.by);
    f("option", is.option, must.option);
}
void compare(Fields&, const wire::DeskActed&, const wire::DeskActed&) {}
void compare(Fields&, const wire::EventActed&, const wire::EventActed&) {}
void compare(Fields&, const wire::HallCommandIssued&, const wire::HallCommandIssued&) {}
void compare(Fields&, const wire::HallCommandSettled&, const wire::HallCommandSettled&) {}
template <class Event>
void compare_players(Fields& f, const Event& is, const Event& must) {
    f("white", is.white, must.white);
    f("black", is.black, must.black);
    f("reversed", is.reversed, must.reversed);
    f("by", is.by, must.by);
}
void compare(Fields& f, const wire::GameRestarted& is, const wire::GameRestarted& must) {
    compare_players(f, is, must);
    f("fen", is.fen, must.fen);
    f("readings", is.readings, must.readings);
    f("article", is.article, must.article);
}
void compare(Fields& f, const wire::ColoursReversed& is, const wire::ColoursReversed& must) {
    compare_players(f, is, must);
    f("article", is.article, must.article);
}
void compare(Fields& f, const wire::MovesRestored& is, const wire::MovesRestored& must) {
    compare_players(f, is, must);
    f("kept", is.kept, must.kept);
    f("ruling", is.ruling, must.ruling);
    f("ply", is.ply, must.ply);
    f("adjourned", is.adjourned, must.adjourned);
    f("sealed", is.sealed, must.sealed);
    f("presses", is.presses.value_or(Ply{}), must.presses.value_or(Ply{}));
}
void compare(Fields& f, const wire::MoveBound& is, const wire::MoveBound& must) {
    f("side", is.side, must.side);
    f("ply", is.ply, must.ply);
    f("article", is.article, must.article);
    f("moves", in_order(is.moves), in_order(must.moves));
}
void compare(Fields& f, const wire::ResultRecorded& is, const wire::ResultRecorded& must) {
    compare(f, is.outcome, must.outcome);
    f("by", is.by, must.by);
    f("ply", is.ply, must.ply);
    f("readings", is.readings, must.readings);
}
void compare(Fields& f, const wire::ClockIntervention& is, const wire::ClockIntervention& must) {
    f("kind", is.kind, must.kind);
    f("by", is.by, must.by);
    f("article", is.article, must.article);
    const bool ours =  // and for people
        must.kind == wire::Intervening::period_ended ||
                      must.kind == wire::Intervening::flag_reached ||
                      must.kind == wire::Intervening::stopped;
    if (!ours)
        f("reason", is.reason, must.reason);
    f("before", is.before, must.before);
    f("after", is.after, must.after);
    f("run", is.run, must.run);
    f("ruling", is.ruling, must.ruling);
    f("time control", is.time_control, must.time_control);
    f("period trigger", is.period_trigger, must.period_trigger);
}
void compare(Fields& f, const wire::ResultWithdrawn& is, const wire::ResultWithdrawn& must) {
    f("by", is.by, must.by);
    f("article", is.article, must.article);
    f("reason", is.reason, must.reason);
}
void compare(Fields& f, const wire::TouchNoted& is, const wire::TouchNoted& must) {
    f("side", is.side, must.side);
    f("squares", is.squares, must.squares);
    f("adjusting", is.adjusting, must.adjusting);
}
void compare(Fields& f, const wire::PressNoted& is, const wire::PressNoted& must) {
    f("side", is.side, must.side);
    f("ply", is.ply, must.ply);
    f("how", is.how, must.how);
    f("readings", is.readings, must.readings);
    f("elapsed", is.elapsed, must.elapsed);
    if (must.how == wire::Pressing::press) f("period", is.period, must.period);
    f("ruling", is.ruling, must.ruling);
}
void compare(Fields& f, const wire::PlayerArrived& is, const wire::PlayerArrived& must) {
    f("side", is.side, must.side);
}
void compare(Fields& f, const wire::ResultApproved& is, const wire::ResultApproved& must) {
    f("who", is.who, must.who);
    f("by", is.by, must.by);
}
void compare(Fields& f, const wire::GameAdjourned& is, const wire::GameAdjourned& must) {
    f("by", is.by, must.by);
    f("sealed_by", is.sealed_by, must.sealed_by);
    f("move", is.move, must.move);
    f("ply", is.ply, must.ply);
    f("fen", is.fen, must.fen);
    f("readings", is.readings, must.readings);
    f("offer", is.offer, must.offer);
    f("resumption", is.resumption, must.resumption);
}
void compare(Fields& f, const wire::SealedOpened& is, const wire::SealedOpened& must) {
    f("side", is.side, must.side);
    f("text", is.text, must.text);
    f("found", is.found, must.found);
    f("ruling", is.ruling, must.ruling);
}
void compare(Fields& f, const wire::PositionRestored& is, const wire::PositionRestored& must) {
    f("ply", is.ply, must.ply);
    f("fen", is.fen, must.fen);
    f("by", is.by, must.by);
    f("reason", is.reason, must.reason);
}
void compare(Fields& f, const wire::EventVoided& is, const wire::EventVoided& must) {
    f("event", is.event, must.event);
    f("is there a reason", !is.reason.empty(), true);
}
void compare(Fields& f, const wire::CommandIssued& is, const wire::CommandIssued& must) {
    const auto type = [](const wire::CommandIssued& issued) {
        return std::visit([](const auto& each) { return std::string(each.type); },
                          issued.command);
    };
    f("command", type(is), type(must));
    f("by", is.by, must.by);
    if (is.command.index() != must.command.index()) return;
    std::visit(
        [&]<class Command>(const Command& m) {
            const Command& i = std::get<Command>(is.command);
            f("id", i.id, m.id);
            f("board", i.board.number, m.board.number);
            f("game", i.game, m.game);
            if (m.epoch != any_epoch) f("epoch", i.epoch, m.epoch);
            if (i.at && m.at) f("at", *i.at, *m.at);
            if constexpr (std::is_same_v<Command, wire::SetReading>)
                compare(f, i.correction, m.correction);
            else if constexpr (std::is_same_v<Command, wire::EndGame>)
                compare(f, i.outcome, m.outcome);
            else if constexpr (std::is_same_v<Command, wire::Adjust>)
                f("deltas", i.deltas, m.deltas);
            else if constexpr (std::is_same_v<Command, wire::SetControl>) {
                f("time control", i.control.time_control, m.control.time_control);
                f("period trigger", i.control.period_trigger, m.control.period_trigger);
                f("article", i.control.article, m.control.article);
                f("reason", i.control.reason, m.control.reason);
                f("readings", i.readings, m.readings);
                f("relative", i.relative, m.relative);
            } else if constexpr (std::is_same_v<Command, wire::Arrive> ||
                               std::is_same_v<Command, wire::CallFlag>)
                f("side", i.side, m.side);
            if constexpr (requires { m.article; }) f("article", i.article, m.article);
            if constexpr (requires { m.reason; }) f("reason", i.reason, m.reason);
        },
        must.command);
}
void compare(Fields& f, const wire::CommandSettled& is, const wire::CommandSettled& must) {
    f("id", is.id, must.id);
    f("how", is.how, must.how);
    f("refused", is.refused, must.refused);
}

}  // namespace

std::string difference(const wire::GameEvent& is, const wire::GameEvent& must) {
    Fields fields;
    std::visit([&]<class E>(const E& m) { compare(fields, std::get<E>(is), m); }, must);
    const std::string what = fields.take();
    return what.empty() ? "" : std::string(wire::type_of(is)) + ": " + what;
}

}  // namespace flagfall::oracle
