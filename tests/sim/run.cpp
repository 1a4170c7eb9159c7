#include "tests/sim/run.hpp"

#include <algorithm>
#include <memory>
#include <sstream>

#include "common/store/crypto.hpp"
#include "tests/sim/arbiter.hpp"
#include "tests/sim/checks.hpp"
#include "tests/sim/clerk.hpp"
#include "tests/sim/device.hpp"
#include "tests/sim/outputs.hpp"
#include "tests/sim/stranger.hpp"
#include "tests/sim/tablet.hpp"

namespace flagfall::sim {

namespace {

constexpr Duration to_finish = seconds(180);   // after healing, every game must be over by then
constexpr Duration to_resume = seconds(2);     // P11
constexpr std::uint64_t tablet_every = 32;     // worlds

// Everybody and everything in one world.
class Play {
public:
    explicit Play(const Options& options)
        : world_(options), network_(world_), clockd_(world_, network_), office_(world_, network_) {
        for (int i = 1; i <= options.boards; ++i) {
            const Board board{static_cast<std::uint32_t>(i)};
            pairings_.left[board] = options.games_per_board;
            devices_.push_back(std::make_unique<Device>(hall_, board));
        }
        for (int i = 0; i < options.arbiters.count; ++i)
            arbiters_.push_back(std::make_unique<Arbiter>(hall_, office_, pairings_, i == 0));
        if (options.stranger)
            stranger_ = std::make_unique<Stranger>(
                hall_, Board{static_cast<std::uint32_t>(options.boards) + 1});
        if (options.clerk) {
            const auto first = static_cast<std::uint32_t>(options.boards) + 3;
            clerk_ = std::make_unique<Clerk>(world_, office_, Board{first});
            for (const std::uint32_t board : {first, first + 1})
                devices_.push_back(std::make_unique<Device>(hall_, Board{board}));
        }
        if (options.seed % tablet_every == 1)  // its codes are slow to compute
            tablet_ = std::make_unique<Tablet>(
                hall_, Board{static_cast<std::uint32_t>(options.boards) + 2});
    }

    Outcome play(std::optional<Board> story) {
        begin();
        world_.agenda.run(Instant{} + world_.options.faults_until, [] { return false; });
        heal();
        const Instant limit = world_.now() + to_finish;
        world_.agenda.run(limit, [this] { return finished() || !world_.findings.empty(); });
        if (world_.findings.empty() && !finished()) tell_what_hangs();
        return reckon(story);
    }

private:
    void begin() {
        clockd_.start();
        office_.start();
        for (auto& device : devices_) device->start();
        for (auto& arbiter : arbiters_) arbiter->begin();
        if (stranger_) stranger_->begin();
        if (clerk_) clerk_->begin();
        if (tablet_) tablet_->start();
        const Options& o = world_.options;
        often(o.clockd.kill, [this] { clockd_.kill(); });
        often(o.arbiterd.kill, [this] { office_.kill(); });
        often(o.clockd.stop, [this] { clockd_.stop(nap()); });
        often(o.arbiterd.stop, [this] { office_.stop(nap()); });
        often(o.clockd.power_cut, [this] { power_cut(); });
        often(o.clockd.clock_step, [this] {
            world_.marks.add("wall_clock_stepped");
            world_.machine.wall_step_ms += world_.random.between(-7'200'000, 7'200'000);
        });
    }

    Duration nap() { return world_.random.between(milliseconds(5), milliseconds(1500)); }

    // Repeatedly, about every `mean`, until the world heals.
    void often(Duration mean, std::function<void()> what) {
        if (mean.us == 0) return;
        world_.agenda.in(world_.random.between(Duration{}, mean + mean), [this, mean, what] {
            if (world_.healed) return;
            what();
            often(mean, what);
        });
    }

    void power_cut() {
        if (!clockd_.up() && !office_.up()) return;
        world_.marks.add("power_cut");
        clockd_.kill();
        office_.kill();
        ++world_.machine.boots;
        world_.machine.booted_at = world_.now();
    }

    void heal() {
        world_.healed = world_.quiet = true;
        watch_recovery();
    }

    // P11: from the moment when both daemons are up again, and awake, and no line between them is
    // delayed any more. The connection that they had may be dead without a sign: they must
    // detect that.
    void watch_recovery() {
        const bool down = !clockd_.up() || !office_.up();
        if (down || clockd_.asleep() || office_.asleep() || office_.held_up()) both_up_.reset();
        else if (!both_up_) both_up_ = world_.now();
        if (both_up_ && office_.linked_since(*both_up_)) {
            recovery_ = world_.now() - *both_up_;
            return;
        }
        if (both_up_ && world_.now() - *both_up_ > to_resume)
            return world_.found(Board{}, "arbiterd does not follow clockd again within 2 s (P11)");
        world_.agenda.in(milliseconds(10), [this] { watch_recovery(); });
    }

    // Does the question ask whether the clock should get the end of the game once more?
    static bool sends_end_again(const game::Question& question) {
        return question.about == game::Subject::game_end &&
               std::ranges::find(question.options, "again", &wire::Pair::name) !=
                   question.options.end();
    }

    bool finished() const {
        if (!clockd_.up() || !office_.idle() || !office_.linked()) return false;
        if (clockd_.last().value != std::ssize(clockd_.rows())) return false;
        if (office_.followed() != clockd_.last()) return false;
        for (const auto& device : devices_)
            if (!device->idle()) return false;
        for (const auto& arbiter : arbiters_)
            if (!arbiter->idle()) return false;
        if (stranger_ && !stranger_->idle()) return false;
        if (clerk_ && !clerk_->idle()) return false;
        if (!office_.tournaments()->outbox.empty()) return false;
        return std::ranges::all_of(office_.games()->by_id, [](const auto& entry) {
            const game::Live& live = entry.second.live;
            const bool asked = std::ranges::any_of(live.questions, sends_end_again);
            return live.outbox.empty() && !asked && (live.result || !live.began);
        });
    }

    void tell_what_hangs() {
        std::ostringstream text;
        text << "not finished " << to_finish.us / 1'000'000 << " s after healing: clockd "
             << (clockd_.up() ? "up" : "down") << ", arbiterd " << (office_.up() ? "up" : "down")
             << (office_.linked() ? ", linked" : ", not linked") << ", follows "
             << office_.followed().value << " of " << clockd_.last().value;
        if (office_.up())
            for (const auto& [id, game] : office_.games()->by_id)
                if (!game.live.outbox.empty() || (!game.live.result && game.live.began))
                    text << "; " << id << " on board " << game.board.number << ": result "
                         << (game.live.result ? "yes" : "no") << ", commands out "
                         << game.live.outbox.size() << ", hold "
                         << static_cast<int>(game.live.hold);
        for (const auto& device : devices_)
            if (!device->idle()) text << "; a device waits for an answer";
        if (clerk_ && !clerk_->idle()) text << "; the clerk waits for an answer";
        if (office_.up() && !office_.tournaments()->outbox.empty())
            text << "; commands for the hall are out: " << office_.tournaments()->outbox.size();
        world_.found(Board{}, text.str());
    }

    Outcome reckon(std::optional<Board> story) {
        const auto& clock = clockd_.rows();
        const auto& record = office_.rows();
        const bool done = finished();
        check_promises(world_, ledger_, clock);
        check_games(world_, clock, record, done);
        check_heads(world_, clockd_.notary(), clock, record);
        check_heads(world_, office_.notary(), record, clock);
        for (const std::string& id : office_.lost_acts())
            world_.found(Board{}, "an act was acknowledged and is lost: " + id);
        if (done) office_.compare();
        if (done) check_replay(world_, clockd_.boards(), clock, *office_.games(), record);
        if (done) check_events(world_, *office_.tournaments(), *office_.games(), record);
        if (done && clerk_) check_outputs(world_, *office_.tournaments(), *office_.games(), record);
        mark_logs(world_, clock, record);
        Outcome outcome;
        outcome.findings = world_.findings;
        outcome.digest = digest(clock, record);
        outcome.marks = world_.marks;
        outcome.types = world_.types;
        outcome.games = pairings_.opened;
        outcome.simulated = world_.now() - Instant{};
        outcome.slowest_recovery = recovery_;
        if (story) outcome.story = oracle::story(clock_rows(clock), game_rows(record), *story);
        return outcome;
    }

    static std::string digest(std::span<const store::Row> clock,
                              std::span<const store::Row> record) {
        store::Sha256 hash;
        store::Digest chain = store::chain_start("sim");
        for (const store::Row& row : clock) chain = store::chain_next(hash, chain, row);
        for (const store::Row& row : record) chain = store::chain_next(hash, chain, row);
        return store::hex({reinterpret_cast<const char*>(chain.data()), chain.size()});
    }

    World world_;
    Network network_;
    ClockdHost clockd_;
    ArbiterdHost office_;
    Ledger ledger_;
    Hall hall_{world_, network_, clockd_, ledger_};
    Pairings pairings_;
    std::vector<std::unique_ptr<Device>> devices_;
    std::vector<std::unique_ptr<Arbiter>> arbiters_;
    std::unique_ptr<Stranger> stranger_;
    std::unique_ptr<Clerk> clerk_;
    std::unique_ptr<Tablet> tablet_;
    std::optional<Instant> both_up_;
    Duration recovery_{};
};

}  // namespace

Outcome run(const Options& options, std::optional<Board> story) {
    return Play(options).play(story);
}

}  // namespace flagfall::sim
