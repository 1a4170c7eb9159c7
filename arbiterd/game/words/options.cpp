// The options of questions. game/acts/answers*.cpp carries them out.

#include "arbiterd/game/words/options.hpp"

#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

wire::Pair goes_on() {
    return option(Choice::set_clock,
                  "play goes on with the times given, or else with those proposed, "
                  "corrected as the clock was since");
}

wire::Pair first_called(Side first) {
    return option(Choice::call, sentence({say(first), "'s flag, which fell first, is called"}));
}

}  // namespace

wire::Pair option(Choice choice, std::string_view text) {
    FF_CHECK(!text.empty());
    return fact(name(choice), text);
}

Choice wins(Side side) { return side == Side::white ? Choice::white_wins : Choice::black_wins; }

Choice forfeits(Side side) {
    return side == Side::white ? Choice::forfeit_white : Choice::forfeit_black;
}

wire::Pairs win_or_draw(Side loser) {
    const Side winner = other(loser);
    return {
        option(wins(winner), sentence({say(winner), " wins: ", say(winner), " can still mate"})),
        option(Choice::draw, sentence({"draw: ", say(winner), " cannot mate by any legal moves"}))};
}

wire::Pairs loss_or_draw(Side loser) {
    wire::Pairs options = win_or_draw(loser);
    options.push_back(goes_on());
    return options;
}

wire::Pairs goes_on_options() { return {goes_on()}; }

wire::Pairs see_before_start() {
    return {option(Choice::resume, "the board and the clock are right: the game starts with them")};
}

wire::Pairs see_and_resume() {
    return {option(Choice::resume, "the board and the clock are right: the clock runs on"),
            option(Choice::set_clock, "the clock runs on with the times given")};
}

wire::Pairs see_board(bool began) { return began ? see_and_resume() : see_before_start(); }

wire::Pairs see_by_record(bool began) {
    if (!began) return see_before_start();
    return {option(Choice::resume,
                   "the times are right: the clock is set to the moves of the record and "
                   "runs on"),
            option(Choice::set_clock, "the same with the times given")};
}

wire::Pairs announced_move_options() {
    return {
        option(Choice::move_was,
               "the announced move was the one given in text: the claim is judged"),
        option(Choice::claim_wrong, "no such move, or an illegal one: the claim is wrong (9.5.3)")};
}

wire::Pairs agreement_options() {
    return {option(Choice::draw, "the agreement counts: draw (5.2.3)"),
            option(Choice::noted, "it does not count; the question that was open comes first")};
}

wire::Pairs late_acceptance_options(bool may_agree) {
    wire::Pairs options{option(Choice::noted, "the players know it: the game goes on")};
    if (may_agree)
        options.push_back(option(Choice::draw, "both want the draw: it is agreed (5.2.3)"));
    return options;
}

wire::Pairs late_press_options() {
    return {
        option(Choice::noted, "the press does not count: the ruling on the flag stands"),
        option(Choice::press_counts, "it counts: the game is opened again; set its clock then")};
}

wire::Pairs touch_options() {
    return {option(Choice::stands,
                   "the move stands: the touch was no intent, or the right to claim it is "
                   "gone (4.2, 4.8)"),
            option(Choice::take_back,
                   "it goes back, and a move of those named must be played; the clock "
                   "runs on with the times given, or else with those proposed, "
                   "corrected as the clock was since")};
}

wire::Pairs press_without_move_options() {
    return {
        option(Choice::offence, "the clock was pressed without a move: 7.5.5 is applied (7.5.3)"),
        option(Choice::error, "the clock was started in error: no illegal action, it runs on")};
}

wire::Pairs unseen_press_options() {
    return {
        option(Choice::error,
               "there was a move, or the press was in error: nothing is counted; the "
               "player's clock runs on, and they press again once the board is seen"),
        option(Choice::offence, "the clock was pressed without a move: 7.5.5 is applied (7.5.3)")};
}

wire::Pairs illegal_action_options() {
    return {option(Choice::apply, "it was completed and is put right in time: 7.5.5 is applied"),
            option(Choice::stands, "it stands: nothing is counted, play goes on")};
}

wire::Pairs claimed_illegal_options(bool countable) {
    wire::Pairs options{option(Choice::stands,
                               "it stands, or there was none: nothing is counted, play "
                               "goes on")};
    if (!countable) return options;
    options.insert(
        options.begin(),
        {option(Choice::apply, "an illegal move was completed: 7.5.5 is applied (7.5.1)"),
         option(Choice::two_hands,
                "two hands were used for one move: 7.5.5 is applied "
                "(7.5.4)")});
    return options;
}

wire::Pairs illegal_reply_options(Side offender) {
    wire::Pairs options{option(
        Choice::apply, sentence({"claimed, or seen in time: 7.5.5 is applied to ", say(offender),
                                 ", and the last position of the "
                                 "record stands again"}))};
    for (wire::Pair& option : go_back_options({})) options.push_back(std::move(option));
    return options;
}

wire::Pairs loss_options() {
    return {option(Choice::reopen,
                   "the loss does not stand: the game is opened again, the action costs "
                   "the time of a first one, with the times given or proposed"),
            option(Choice::stands, "the result stands all the same")};
}

wire::Pairs only_noted() { return {option(Choice::noted, "seen to")}; }

wire::Pairs sign_options(const std::optional<Side>& winner, mate::Verdict can) {
    wire::Pairs options;
    if (!winner) options.push_back(option(Choice::draw, "the players confirm it: draw (5.2.3)"));
    if (winner && can != mate::Verdict::unwinnable)
        options.push_back(option(wins(*winner), sentence({"the players confirm it: ",
                                                          say(other(*winner)),
                                                          " resigns (5.1.2)"})));
    if (winner && can != mate::Verdict::winnable)
        options.push_back(option(
            Choice::draw, sentence({say(other(*winner)), " resigns, but ", say(*winner),
                                    " cannot mate by any legal moves: draw (5.1.2)"})));
    options.push_back(option(Choice::noted, "it is no result: play goes on"));
    FF_CHECK(options.size() >= 2);  // there is something to decide
    return options;
}

wire::Pairs forfeit_options(const Both<bool>& absent) {
    FF_CHECK(absent[Side::white] || absent[Side::black]);
    wire::Pairs options;
    if (absent[Side::white])
        options.push_back(option(Choice::forfeit_white, "White loses by forfeit"));
    if (absent[Side::black])
        options.push_back(option(Choice::forfeit_black, "Black loses by forfeit"));
    if (absent[Side::white] && absent[Side::black])
        options.push_back(option(Choice::forfeit_both, "both lose by forfeit"));
    options.push_back(option(Choice::wait, "the arbiter decides otherwise: the game is played"));
    return options;
}

wire::Pairs command_options(bool again) {
    wire::Pairs options{option(Choice::let_be, "it is not: what the clock shows stays")};
    if (again)
        options.insert(options.begin(),
                       option(Choice::again, "the clock gets the same command again"));
    return options;
}

wire::Pairs refused_options(bool again) {
    wire::Pairs options{option(Choice::noted, "seen to: what the clock shows stays")};
    if (again)
        options.insert(options.begin(),
                       option(Choice::again, "it is ruled and sent to the clock again"));
    return options;
}

wire::Pairs control_options(bool again) {
    wire::Pairs options{option(Choice::noted, "the time control stays as it is")};
    if (again)
        options.insert(options.begin(),
                       option(Choice::again, "the clock gets the same command again"));
    return options;
}

wire::Pairs flag_options(bool freeze) {
    wire::Pairs options{option(Choice::call, "the flag is called: it has fallen"),
                        option(Choice::leave, "it is not called: play goes on")};
    if (freeze) options.push_back(goes_on());
    return options;
}

wire::Pairs both_flags_options(Side first, bool freeze, bool last_period) {
    wire::Pairs options{first_called(first)};
    if (last_period)
        options.push_back(option(Choice::draw,
                                 "draw: which flag fell first is not taken as known "
                                 "(III.3.1)"));
    options.push_back(option(Choice::leave, "no flag is called: play goes on"));
    if (freeze) options.push_back(goes_on());
    return options;
}

wire::Pairs claimed_flag_options(const Profile& profile, bool down) {
    wire::Pairs options;
    if (down)
        options.push_back(
            option(Choice::call, "the flag has fallen: the claim is judged by the position"));
    options.push_back(option(Choice::reject, down ? "it has not: play goes on"
                                                  : "the clock shows time left: play goes on"));
    options.push_back(goes_on());
    if (profile.time_claim_needs_scoresheet)
        options.push_back(option(Choice::no_scoresheet,
                                 "the claimant's scoresheet is not reasonably complete (13C7): "
                                 "play goes on with the times given"));
    return options;
}

wire::Pairs both_claimed_options(const Profile& profile, Side claimant, Side first) {
    wire::Pairs options;
    // US 13C requires that the claimant's own flag is up.
    const bool own_flag_up = profile.flag_call == FlagCall::players;
    if (!own_flag_up || first != claimant) options.push_back(first_called(first));
    options.push_back(option(Choice::draw, "draw: both flags are down (III.3.1)"));
    options.push_back(option(Choice::reject, "the claim does not count: play goes on"));
    options.push_back(goes_on());
    return options;
}

wire::Pairs called_flag_options() {
    return {option(Choice::call, "the flag is called, or was claimed: it has fallen"), goes_on()};
}

wire::Pairs absent_flag_options(Side loser, const Both<bool>& absent) {
    const Side winner = other(loser);
    wire::Pairs options;
    if (absent[winner] && absent[loser])
        options.push_back(
            option(Choice::forfeit_both, "both did not come: both lose by forfeit (6.7.1)"));
    if (absent[winner] && !absent[loser])
        options.push_back(option(forfeits(winner), sentence({say(winner),
                                                             " did not come and loses by forfeit "
                                                             "(6.7.1)"})));
    if (absent[loser])
        options.push_back(
            option(forfeits(loser), sentence({say(loser), " did not come and loses by forfeit, ",
                                              say(winner), " was there (6.7.1)"})));
    options.push_back(option(wins(winner), sentence({absent[winner] ? "both were there after all: "
                                                                    : "the game counts as played: ",
                                                     say(winner), " wins on time (6.9)"})));
    options.push_back(goes_on());
    return options;
}

wire::Pairs forced_win_options(Side loser) {
    const Side winner = other(loser);
    return {
        option(wins(winner), sentence({say(winner), " wins: ", say(winner), " has a forced win"})),
        option(Choice::draw, "draw: there is no forced win (14E)"), goes_on()};
}

wire::Pairs postponed_flag_options(Side loser) {
    const Side winner = other(loser);
    return {option(wins(winner),
                   sentence({"the claim of a draw was not right: ", say(winner), " wins on time"})),
            option(Choice::draw, sentence({"draw: ", say(winner),
                                           " could not win by normal means, or did "
                                           "not try (III.5)"})),
            goes_on()};
}

wire::Pairs early_resignation_options(Side loser, mate::Verdict can) {
    const Side winner = other(loser);
    wire::Pairs options;
    if (can != mate::Verdict::unwinnable)
        options.push_back(option(wins(winner), "the resignation counts"));
    if (can != mate::Verdict::winnable)
        options.push_back(option(Choice::draw, sentence({"it counts, but ", say(winner),
                                                         " cannot mate by any legal moves: draw "
                                                         "(5.1.2)"})));
    FF_CHECK(!options.empty());
    options.push_back(option(Choice::set_clock,
                             "it does not count: play goes on with the times given, or "
                             "else as the clock stands"));
    return options;
}

wire::Pairs early_offer_options() {
    return {option(Choice::noted, "seen to"),
            option(Choice::warn, "the player is warned (12.9.1)")};
}

wire::Pairs consent_options() {
    return {option(Choice::draw, "the arbiter consents: draw (5.2.3)"),
            option(Choice::play_on, "they do not: play goes on")};
}

wire::Pairs repetition_options(Side offender, mate::Verdict can) {
    const Side winner = other(offender);
    wire::Pairs options;
    if (can != mate::Verdict::unwinnable)
        options.push_back(option(wins(winner), sentence({say(offender), " loses the game"})));
    if (can != mate::Verdict::winnable)
        options.push_back(option(
            Choice::draw, sentence({say(offender), " would lose the game, but ", say(winner),
                                    " cannot mate: draw"})));
    options.push_back(option(Choice::noted, "no further penalty"));
    return options;
}

wire::Pairs go_back_options(std::string_view draw) {
    wire::Pairs options{
        option(Choice::go_back,
               "the last position of the record stands again, with the times given"),
        option(Choice::set_up,
               "the position given in text (FEN) stands, with the times "
               "given")};
    if (!draw.empty()) options.insert(options.begin(), option(Choice::draw, draw));
    return options;
}

wire::Pairs unjudged_claim_options() {
    return {option(Choice::draw, "the claim is right: draw"),
            option(Choice::resume, "it is not: play goes on"),
            option(Choice::set_clock, "it is not: play goes on with the times given")};
}

wire::Pairs distraction_options() {
    return {option(Choice::warn, "the player is warned (12.9.1)"),
            option(Choice::time, "the opponent gets the time of a penalty (12.9.2)"),
            option(Choice::noted, "they are no disturbance")};
}

wire::Pairs postponed_options() {
    return {option(Choice::draw, "draw: the opponent could not win, or did not try"),
            option(Choice::no_draw, "the claim does not draw: the game decides")};
}

wire::Pairs appeal_options() {
    return {option(Choice::upheld, "the appeal is upheld; what it changes is ruled by itself"),
            option(Choice::dismissed, "the appeal is dismissed")};
}

}  // namespace flagfall::game
