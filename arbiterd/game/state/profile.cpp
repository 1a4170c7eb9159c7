#include "arbiterd/game/state/profile.hpp"

#include <algorithm>
#include <array>

#include "common/base/check.hpp"

namespace flagfall::game {

namespace {

constexpr std::array time_classes{TimeClass::standard, TimeClass::rapid, TimeClass::blitz};

Profile made(std::string id, std::string title, std::string description, std::string edition,
             TimeClass time_class) {
    FF_CHECK(!id.empty());
    FF_CHECK(!title.empty());
    FF_CHECK(!edition.empty());
    Profile profile;
    profile.id = std::move(id);
    profile.title = std::move(title);
    profile.description = std::move(description);
    profile.edition = std::move(edition);
    profile.time_class = time_class;
    return profile;
}

Profile fide(std::string id, std::string title, std::string description, TimeClass time_class) {
    return made(std::move(id), std::move(title), std::move(description), "FIDE-E01-2023",
                time_class);
}

// A.2 and A.3; also A.4.3, as long as the Competitive Rules apply.
Profile competitive(Profile profile) {
    profile.penalty = minutes(1);
    profile.penalty_article = "A.3";
    profile.recording_required = false;
    profile.record_looks = 5;
    return profile;
}

// A.2, A.3 and A.5.
Profile without_supervision(Profile profile) {
    profile = competitive(std::move(profile));
    profile.record_looks = 0;
    profile.illegal_move_window = Window::next_move;
    profile.illegal_move_raised_by = RaisedBy::arbiter;
    profile.illegal_move_article = "A.5.2";
    profile.set_up_correctable_moves = 10;
    return profile;
}

Profile uschess(std::string id, std::string title, std::string description,
                TimeClass time_class) {
    Profile profile = made(std::move(id), std::move(title), std::move(description),
                           std::string(us_edition), time_class);
    profile.flag_call = FlagCall::players;
    profile.freeze = false;
    profile.repeated_offence = RepeatedOffence::arbiter;
    profile.press_without_move_is_illegal = false;
    profile.promotion_not_completed = Unpromoted::question;
    profile.illegal_move_window = Window::ten_moves;
    profile.left_to_players = minutes(5);
    profile.illegal_move_article = "11A";
    profile.castling_rook_first_allowed = true;
    profile.material_to_win_on_time = WinOnTime::us_14e;
    profile.time_claim_needs_scoresheet = true;
    return profile;
}

Profile chess960(Profile profile) {
    FF_CHECK(profile.variant == chess::Variant::chess);
    profile.id += "-960";
    profile.title += ", Chess960";
    profile.description += " Chess960 by Guidelines II.";
    profile.variant = chess::Variant::chess960;
    return profile;
}

Profile uschess_blitz() {
    Profile profile = uschess(
        "uschess-blitz", "US Chess blitz",
        "US Chess blitz, for 10 minutes or less: a completed illegal move loses at once if the "
        "opponent claims it before he determines his move, and has mating material (14E).",
        TimeClass::blitz);
    profile.illegal_actions_to_lose = 1;
    profile.repeated_offence = RepeatedOffence::loss;
    profile.illegal_move_window = Window::next_move;
    profile.illegal_move_raised_by = RaisedBy::players;
    profile.illegal_move_article = "11D";  // which fixes how long it can be claimed
    profile.recording_required = false;
    return profile;
}

std::vector<Profile> fide_profiles() {
    return {
        fide("fide-standard", "FIDE standard chess",
             "The Laws as they stand, for 60 minutes or more.", TimeClass::standard),
        competitive(fide("fide-rapid", "FIDE rapid chess, Competitive Rules",
                         "Appendix A under A.4, for more than 10 and less than 60 minutes: as "
                         "standard chess, but the penalties of Articles 7 and 9 are one minute "
                         "(A.3).",
                         TimeClass::rapid)),
        without_supervision(fide(
            "fide-rapid-a5", "FIDE rapid chess, less supervision",
            "Appendix A under A.5, for more than 10 and less than 60 minutes: an illegal move "
            "stands once the opponent has made his next one (A.5.2).",
            TimeClass::rapid)),
        competitive(fide("fide-blitz", "FIDE blitz chess, Competitive Rules",
                         "Appendix B under B.2, for 10 minutes or less: as standard chess, but "
                         "the penalties of Articles 7 and 9 are one minute. By the letter they "
                         "would be two, since B.3 alone refers to A.3; practice gives one minute "
                         "under B.2, too, and a shorter game should not have the longer penalty.",
                         TimeClass::blitz)),
        without_supervision(fide(
            "fide-blitz-b3", "FIDE blitz chess, less supervision",
            "Appendix B under B.3, for 10 minutes or less: A.2, A.3 and A.5 hold.",
            TimeClass::blitz)),
    };
}

std::vector<Profile> all_profiles() {
    std::vector<Profile> all = fide_profiles();
    const std::size_t orthodox = all.size();
    for (std::size_t i = 0; i < orthodox; ++i) all.push_back(chess960(all[i]));
    all.push_back(uschess("uschess-regular", "US Chess, regular",
                          "US Chess over the board, for 60 minutes or more: two minutes for "
                          "every illegal move (11D), undone only within ten moves (11A).",
                          TimeClass::standard));
    Profile quick = uschess("uschess-quick", "US Chess, quick",
                            "US Chess over the board, for more than 10 and less than 60 minutes: "
                            "as regular, without the duty to record.",
                            TimeClass::rapid);
    quick.recording_required = false;
    quick.time_claim_needs_scoresheet = false;
    all.push_back(std::move(quick));
    Profile blitz = uschess_blitz();
    blitz.time_claim_needs_scoresheet = false;
    all.push_back(std::move(blitz));
    for (const Profile& profile : all) {
        FF_CHECK(std::ranges::count(all, profile.id, &Profile::id) == 1);
        FF_CHECK(profile.illegal_actions_to_lose >= 1);
    }
    return all;
}

bool has_bonus(const TimeControl& control) {
    return std::ranges::any_of(control.periods,
                               [](const Period& period) { return period.method != Method::none; });
}

// The trigger that clockd got when the clock was opened is in force, even if the profile differs.
void follow_clock(Resolved& resolved, const wire::GameTerms& terms) {
    const PeriodTrigger of_clock = terms.period_trigger.value_or(PeriodTrigger::moves);
    if (resolved.profile.period_trigger == of_clock) return;
    resolved.profile.period_trigger = of_clock;
    resolved.wrong.push_back("period_trigger: the clock has the other one, as period_trigger "
                             "of open_game says");
}

}  // namespace

std::span<const Profile> profiles() {
    static const std::vector<Profile> all = all_profiles();
    return all;
}


const Profile* profile_named(std::string_view name) {
    const auto found = std::ranges::find(profiles(), name, &Profile::id);
    return found == profiles().end() ? nullptr : &*found;
}

const Profile& profile_for(std::string_view time_control, chess::Variant variant) {
    const auto control = parse_time_control(time_control);
    const TimeClass wanted = control ? time_class(*control) : TimeClass::standard;
    const auto fits = [&](const Profile& profile) {
        return profile.time_class == wanted && profile.variant == variant;
    };
    const auto found = std::ranges::find_if(profiles(), fits);
    FF_CHECK(found != profiles().end());  // one exists for each class and variant
    FF_CHECK(found->variant == variant);
    return *found;
}

std::vector<std::string> contradictions(const Profile& profile,
                                        const Both<TimeControl>* control) {
    std::vector<std::string> found;
    if (!profile.quickplay_finish) return found;
    const bool blitz = control ? time_class(*control) == TimeClass::blitz
                               : profile.time_class == TimeClass::blitz;
    if (blitz) found.emplace_back("quickplay_finish=true: not in blitz (III.2.2)");
    if (control && (has_bonus((*control)[Side::white]) || has_bonus((*control)[Side::black]))) {
        found.emplace_back("quickplay_finish=true: not with an increment or a delay (III.2.2)");
    }
    return found;
}

namespace {

// The clock's terms for flags and the default time apply to the record as well.
void follow_terms(Profile& profile, const wire::GameTerms& terms) {
    // A clock that calls flags by itself does not change who must call them (6.8, 13C).
    const FlagCall called = terms.flag_call.value_or(FlagCall::automatic);
    if (called != FlagCall::automatic) {
        profile.flag_call = called;
        profile.freeze = terms.freeze;
    }
    if (terms.default_time) profile.default_time = *terms.default_time;
}

}  // namespace

Resolved resolve(const wire::GameTerms& terms) {
    const Variant variant = terms.variant.value_or(Variant::chess);
    const Profile* named = profile_named(terms.profile);
    Resolved resolved{.profile = named ? *named : profile_for(terms.time_control, variant),
                      .known = named || terms.profile.empty(),
                      .wrong = {}};
    Profile& profile = resolved.profile;
    for (const auto& [name, value] : terms.rules) {
        const auto why = set(profile, name, value);
        if (!why) continue;
        std::string wrong = name;
        wrong.append("=").append(value).append(": ").append(*why);
        resolved.wrong.push_back(std::move(wrong));
    }
    const auto control = parse_time_control(terms.time_control);
    const auto against = contradictions(profile, control ? &*control : nullptr);
    if (!against.empty()) profile.quickplay_finish = false;
    resolved.wrong.insert(resolved.wrong.end(), against.begin(), against.end());
    if (profile.variant == chess::Variant::chess960 && variant == chess::Variant::chess) {
        resolved.wrong.push_back("profile=" + profile.id + ": the game is not Chess960");
    }
    profile.variant = variant;
    const bool trigger_announced = std::ranges::any_of(
        terms.rules, [](const wire::Pair& rule) { return rule.name == "period_trigger"; });
    if (trigger_announced) follow_clock(resolved, terms);
    else if (terms.period_trigger) profile.period_trigger = *terms.period_trigger;
    follow_terms(profile, terms);
    FF_CHECK(!profile.id.empty());
    FF_CHECK(resolved.known || !terms.profile.empty());
    return resolved;
}

wire::Pairs recorded(const Profile& profile) {
    wire::Pairs pairs{{"profile", profile.id},
                      {"edition", profile.edition},
                      {"time_class", std::string(flagfall::name(profile.time_class))},
                      {"variant", std::string(chess::name(profile.variant))}};
    for (const Setting& setting : settings()) {
        pairs.push_back({std::string(setting.name), setting.print(profile)});
    }
    FF_CHECK(pairs.size() == settings().size() + 4);
    return pairs;
}

Profile profile_from(const wire::Pairs& recorded) {
    Profile profile;
    for (const auto& [field, value] : recorded) {
        if (field == "profile") profile.id = value;
        if (field == "edition") profile.edition = value;
        if (field == "variant") profile.variant = from_name<Variant>(value).value_or(Variant{});
        for (const TimeClass known : time_classes) {
            if (field == "time_class" && value == flagfall::name(known)) profile.time_class = known;
        }
        set(profile, field, value);
    }
    const Profile* same = profile_named(profile.id);
    if (!same) return profile;
    profile.title = same->title;
    profile.description = same->description;
    return profile;
}

}  // namespace flagfall::game
