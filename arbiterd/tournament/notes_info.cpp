// Notes on what a file changes in the event itself.
#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/noted.hpp"
#include "arbiterd/tournament/notes.hpp"

namespace flagfall::tournament {
namespace {

class InfoNotes {
public:
    InfoNotes(const Tournament& event, const EventInfo& file) : known_(event.info), file_(file) {
        next_ = file;
        keep_unsaid(event, next_);
    }

    std::vector<Told> take() {
        text(noted::name, &EventInfo::name);
        text(noted::place, &EventInfo::place);
        text(noted::federation, &EventInfo::federation);
        text(noted::begins, &EventInfo::begins);
        text(noted::ends, &EventInfo::ends);
        text(noted::chief, &EventInfo::chief_arbiter);
        text(noted::kind, &EventInfo::kind);
        text(noted::system, &EventInfo::pairing_system);
        if (known_.rounds > 0 && next_.rounds != known_.rounds)
            changed(noted::rounds, std::to_string(known_.rounds),
                    std::to_string(next_.rounds));
        if (!known_.deputies.empty() && next_.deputies != known_.deputies) others(noted::deputies);
        if (!known_.sectors.empty() && next_.sectors != known_.sectors) others(noted::sectors);
        if (!known_.trf_records.empty() && next_.trf_records != known_.trf_records)
            others(noted::records);
        if (next_.scoring != known_.scoring) others(noted::scoring);
        terms();
        return std::move(notes_);
    }

private:
    void changed(const Wording& what, const std::string& was, const std::string& is) {
        notes_.push_back({what, {{"was", was}, {"now", is}}});
    }
    void others(const Wording& what) { notes_.push_back(what); }
    void text(const Wording& what, std::string EventInfo::* field) {
        if (const std::string& was = known_.*field; !was.empty() && next_.*field != was)
            changed(what, was, next_.*field);
    }

    void terms() {
        const std::string& was = known_.terms.time_control;
        const std::string& given = file_.terms.time_control;
        if (next_.terms.time_control != was)
            changed(was.empty() ? noted::first_control : noted::control, was,
                    next_.terms.time_control);
        else if (!given.empty() && given != was)
            notes_.push_back({noted::control_kept, {{"was", was}, {"file", given}}});
        wire::PlayTerms others_then = next_.terms;
        others_then.time_control = was;
        if (others_then != known_.terms) others(noted::terms);
    }

    const EventInfo& known_;
    const EventInfo& file_;
    EventInfo next_;
    std::vector<Told> notes_;
};

}  // namespace

namespace {

const EventInfo* info_of(const wire::EventAct& act) {
    if (const auto* change = std::get_if<wire::ChangeEvent>(&act)) return &change->info;
    const auto* file = std::get_if<wire::ImportEvent>(&act);
    return file && file->info ? &*file->info : nullptr;
}

// The pairing's result, if it was entered or the game is in memory.
BoardResult result_of(const EventPairing& p, const game::Games& games) {
    if (p.entered) return tournament::result_of(*p.entered);
    BoardResult result;
    const auto game = games.by_id.find(p.game);
    if (game == games.by_id.end() || !game->second.live.result) return result;
    const wire::Outcome& outcome = *game->second.live.result;
    result.score = outcome.score;
    result.kind = outcome.ending == Ending::forfeit ? wire::ResultKind::forfeit
                                                    : wire::ResultKind::played;
    return result;
}

bool counts_anew(const wire::EventScoring& was, const wire::EventScoring& is,
                 const EventPairing& p, const game::Games& games) {
    if (p.bye) return points_of_bye(*p.bye, was) != points_of_bye(*p.bye, is);
    const BoardResult result = result_of(p, games);
    const auto differs = [&](Side side) {
        return points_for(result, side, was) != points_for(result, side, is);
    };
    if (result.score) return differs(Side::white) || differs(Side::black);
    // Reading these games from the record would take too long: they may have any result.
    wire::EventScoring played = is;
    played.pairing_bye = was.pairing_bye;
    return played != was;
}

}  // namespace

bool changes_points(const Tournament& event, const EventInfo& next) {
    return next.scoring != event.info.scoring &&
           std::ranges::any_of(event.rounds, [](const auto& entry) {
               return entry.second.state == RoundState::confirmed;
           });
}

std::vector<Told> notes_on_points(const Tournament& event, const game::Games& games,
                                  const wire::EventAct& act) {
    const EventInfo* next = info_of(act);
    if (!next || !changes_points(event, *next)) return {};
    std::ptrdiff_t count = 0;
    for (const auto& [number, round] : event.rounds)
        if (round.state == RoundState::confirmed)
            count += std::ranges::count_if(round.pairings, [&](const EventPairing& p) {
                return counts_anew(event.info.scoring, next->scoring, p, games);
            });
    return {{count == 1 ? noted::points_of_one : noted::points_of_more, {{"results", count}}}};
}

std::vector<Told> notes_on_info(const Tournament& event, const EventInfo& file) {
    return InfoNotes(event, file).take();
}

}  // namespace flagfall::tournament
