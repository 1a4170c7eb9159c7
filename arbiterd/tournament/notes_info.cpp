// What a file changes of the event itself.
#include <string>
#include <type_traits>

#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/notes.hpp"

namespace flagfall::tournament {
namespace {

class InfoNotes {
public:
    InfoNotes(const Tournament& event, const EventInfo& file) : known_(event.info), file_(file) {
        next_ = file;
        keep_unsaid(event, next_);
    }

    std::vector<std::string> take() {
        text("name", &EventInfo::name);
        text("place", &EventInfo::place);
        text("federation", &EventInfo::federation);
        text("first day", &EventInfo::begins);
        text("last day", &EventInfo::ends);
        text("chief arbiter", &EventInfo::chief_arbiter);
        text("kind", &EventInfo::kind);
        text("pairing system", &EventInfo::pairing_system);
        if (known_.rounds > 0 && next_.rounds != known_.rounds)
            changed("number of rounds", std::to_string(known_.rounds),
                    std::to_string(next_.rounds));
        if (!known_.deputies.empty() && next_.deputies != known_.deputies) others("deputies");
        if (!known_.sectors.empty() && next_.sectors != known_.sectors) others("sectors");
        if (!known_.trf_records.empty() && next_.trf_records != known_.trf_records)
            others("kept records of a TRF");
        if (next_.scoring != known_.scoring) others("points for a result");
        terms();
        return std::move(notes_);
    }

private:
    void changed(const std::string& what, const std::string& was, const std::string& is) {
        notes_.push_back("the event's " + what + " was " + was + " and is " + is + " now");
    }
    void others(const std::string& what) {
        notes_.push_back("the event's " + what + " are the file's now, and were others");
    }
    void text(const std::string& what, std::string EventInfo::* field) {
        if (const std::string& was = known_.*field; !was.empty() && next_.*field != was)
            changed(what, was, next_.*field);
    }

    void terms() {
        const std::string& was = known_.terms.time_control;
        const std::string& given = file_.terms.time_control;
        if (next_.terms.time_control != was)
            changed("time control", was.empty() ? "none" : was, next_.terms.time_control);
        else if (!given.empty() && given != was)
            notes_.push_back("the event keeps its time control, " + was + ", and not the file's, " +
                             given + ": a round is published with it (change the event to "
                             "have another)");
        wire::PlayTerms others_then = next_.terms;
        others_then.time_control = was;
        if (others_then != known_.terms) others("terms of play");
    }

    const EventInfo& known_;
    const EventInfo& file_;
    EventInfo next_;
    std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> notes_on_info(const Tournament& event, const EventInfo& file) {
    return InfoNotes(event, file).take();
}

}  // namespace flagfall::tournament
