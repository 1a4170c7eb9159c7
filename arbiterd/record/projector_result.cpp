// The columns that follow from others: what a result is called, and the version of its game. They
// are computed once after each event, and all readers use them.
#include <string>
#include <type_traits>
#include <vector>

#include "arbiterd/record/projector.hpp"
#include "arbiterd/record/result_words.hpp"

namespace flagfall::record {

namespace {

template <class Event, class... Others>
constexpr bool is_one_of = (std::is_same_v<Event, Others> || ...);

// Events of which nothing is public.
template <class Event>
constexpr bool is_inner = is_one_of<Event, wire::MovePending, wire::EventVoided,
                                    wire::CommandIssued, wire::CommandSettled>;

struct Writer {
    store::Database& db;
    const LogPlace& place;

    template <class Event>
    bool operator()(const Event&) { return false; }

    template <class Event>
        requires(std::is_base_of_v<wire::GameEventBase, Event> && !is_inner<Event>)
    bool operator()(const Event& e) {
        if (!has_version(e))
            db.run("UPDATE game SET version = ? WHERE game = ?", place.pos.value, e.game);
        return !goes_on(e) && work_out(e.game, appeals(e));
    }

    bool operator()(const wire::EventActed& e) {
        std::visit([&](const auto& act) { confirm(e.event, act); }, e.act);
        return false;  // the round's own row covers all its boards
    }

private:
    // Events during play: the game has no result after them.
    template <class Event>
    static bool goes_on(const Event&) {
        return is_one_of<Event, wire::ClockIntervention, wire::DrawOfferMade,
                         wire::DrawOfferEnded>;
    }
    static bool goes_on(const wire::MoveRecorded& e) {
        return e.completed_by != wire::CompletedBy::sheet;
    }
    static bool goes_on(const wire::PressNoted& e) { return e.how == wire::Pressing::press; }

    // projector.cpp has set the version already, with the rest of the row.
    template <class Event>
    static bool has_version(const Event&) { return false; }
    static bool has_version(const wire::MoveRecorded& e) { return goes_on(e); }

    // An appeal counts from the act on; its question comes only afterwards.
    template <class Event>
    static bool appeals(const Event&) { return false; }
    static bool appeals(const wire::DeskActed& e) {
        return std::holds_alternative<wire::Appeal>(e.act);
    }

    // Computes the game's words after all other tables. Returns whether they changed.
    bool work_out(const std::string& game, bool appealed) {
        auto r = db.prepare(
            "SELECT status = 'finished', reason IS 'forfeit',"
            " plies >= 2 OR EXISTS (SELECT 1 FROM press AS p WHERE p.game = game.game AND"
            "  p.ply >= 2),"
            " EXISTS (SELECT 1 FROM question AS q WHERE q.game = game.game AND q.closed = ''"
            "  AND q.about = 'appeal'),"
            " (SELECT count(*) FROM approval AS a WHERE a.game = game.game) = 3,"
            " reopened IN ('', result || ' ' || reversed) AND"
            " EXISTS (SELECT 1 FROM tournament_round AS t WHERE t.event = game.event"
            "  AND CAST(t.round AS TEXT) = game.round AND t.state = 'confirmed')"
            " FROM game WHERE game = ?");
        if (!r.bind(game).step()) return false;
        const auto is = [&](int column) { return r.integer(column) != 0; };
        const ResultFacts facts{.over = is(0), .moved = is(2), .forfeit = is(1),
                                .appealed = appealed || is(3), .approved = is(4),
                                .round_confirmed = is(5)};
        db.run("UPDATE game SET kind = ?1, approval = ?2 WHERE game = ?3"
               " AND (kind <> ?1 OR approval <> ?2)",
               name(kind_of(facts)), name(approval_of(facts)), game);
        return db.changes() > 0;
    }

    // Acts that confirm a round, or take this back.
    template <class Act>
    void confirm(const std::string&, const Act&) {}
    void confirm(const std::string& event, const wire::ConfirmRound& a) {
        db.run("UPDATE game SET reopened = '' WHERE event = ? AND round = ? AND reopened <> ''",
               event, std::to_string(a.round));
        work_out_all(event, a.round);
    }
    void confirm(const std::string& event, const wire::ReopenRound& a) {
        work_out_all(event, a.round);
    }
    void confirm(const std::string& event, const wire::ImportEvent& a) {
        for (const wire::EventRound& round : a.rounds) work_out_all(event, round.number);
    }

    void work_out_all(const std::string& event, std::uint32_t round) {
        std::vector<std::string> games;
        auto r = db.prepare("SELECT game FROM game WHERE event = ? AND round = ?");
        for (r.bind(event, std::to_string(round)); r.step();) games.push_back(r.text(0));
        for (const std::string& game : games)
            if (work_out(game, false))
                db.run("UPDATE game SET version = ? WHERE game = ?", place.pos.value, game);
    }
};

}  // namespace

bool project_result(store::Database& database, const LogPlace& place,
                    const wire::GameEvent& event) {
    return std::visit(Writer{database, place}, event);
}

}  // namespace flagfall::record
