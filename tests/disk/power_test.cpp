// Power fails between any two operations on the disk. Whichever unsynced operations are there
// afterwards, both stores have what they announced, have nothing incomplete, and go on.
#include <array>
#include <cstdio>
#include <memory>

#include "tests/disk/check.hpp"
#include "tests/disk/disk.hpp"
#include "tests/disk/vfs.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::disk;

namespace {

constexpr std::size_t first_start = 50;  // operations until the store is ready
constexpr auto losses = static_cast<std::size_t>(Loss::count);

struct Figures {
    std::size_t operations = 0;
    std::size_t commits = 0;
    std::size_t states = 0;
    std::size_t lost = 0;
    std::size_t corrupt = 0;
    std::array<std::size_t, losses> by_loss{};
    std::string first{};  // the first state that is not good
};

struct Search {
    std::size_t stride = 1;   // every so many operations, after the first start
    std::size_t subsets = 1;  // random states of each kind at each of them
    std::size_t again = 0;    // of so many states one is cut again while it recovers
    std::string pragmas{};
};

// A performance of the play, and every state that a power loss can leave of it.
class Exploration {
public:
    Exploration(const Play& play, const Search& search)
        : play_(play), search_(search), random_(seed()) {}

    Figures run() {
        install();
        mount(std::make_shared<Disk>());
        reference_ = perform(play_, {.pragmas = search_.pragmas, .digest = true});
        auto recorded = std::make_shared<Disk>();
        recorded->recording = true;
        mount(recorded);
        const Told told = perform(play_, {.pragmas = search_.pragmas});
        REQUIRE(told.complaints.empty());
        REQUIRE_FALSE(told.refused);
        REQUIRE_FALSE(told.fatal);
        REQUIRE(told.acknowledged + 1 == told.commits.size());
        REQUIRE(reference_.rows == told.rows);
        REQUIRE(reference_.commits.size() == told.commits.size());
        figures_.operations = recorded->ops.size();
        figures_.commits = told.acknowledged;
        cut(recorded->ops, told.acknowledged);
        mount(std::make_shared<Disk>());
        return std::move(figures_);
    }

private:
    void cut(const std::vector<Op>& ops, std::size_t all) {
        Platter platter;
        const std::size_t phase = random_() % search_.stride;
        for (std::size_t at = 0; at <= ops.size(); ++at) {
            const std::size_t acknowledged = at < ops.size() ? ops[at].acknowledged : all;
            if (at % search_.stride == phase || at <= first_start || at == ops.size()) {
                states_at(platter, at, acknowledged, at < ops.size() ? describe(ops[at]) : "end");
            }
            if (at < ops.size()) platter.take(ops[at]);
        }
    }

    void states_at(const Platter& platter, std::size_t at, std::size_t acknowledged,
                   const std::string& before) {
        const std::size_t kinds = platter.under_way() ? losses : 1;
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            const auto loss = static_cast<Loss>(kind);
            const std::size_t times = loss >= Loss::subset ? search_.subsets : 1;
            for (std::size_t n = 0; n < times; ++n) {
                const Image image = platter.after(loss, random_);
                judge(image, {reference_, acknowledged}, loss,
                      "cut " + std::to_string(at) + " (before " + before + "), " +
                          std::string(name(loss)));
            }
        }
    }

    void judge(const Image& image, const Expected& expected, Loss loss, const std::string& where) {
        ++figures_.by_loss[static_cast<std::size_t>(loss)];
        auto disk = std::make_shared<Disk>(image);
        const bool again = search_.again != 0 && random_() % search_.again == 0;
        disk->recording = again;
        mount(disk);
        note(check(play_, expected), where);
        if (again) cut_again(image, disk->ops, expected, where);
    }

    // The power fails once more while the store recovers and goes on.
    void cut_again(const Image& image, const std::vector<Op>& ops, const Expected& expected,
                   const std::string& where) {
        Platter platter(image);
        const std::size_t at = random_() % (ops.size() + 1);
        for (std::size_t i = 0; i < at; ++i) platter.take(ops[i]);
        const auto loss = static_cast<Loss>(random_() % losses);
        mount(std::make_shared<Disk>(platter.after(loss, random_)));
        const std::size_t extras = at < ops.size() ? ops[at].acknowledged : 1;
        note(check(play_, {reference_, expected.acknowledged, extras}),
             where + ", again at " + std::to_string(at) + ", " + std::string(name(loss)));
    }

    void note(const Judgement& judgement, const std::string& where) {
        ++figures_.states;
        figures_.lost += judgement.verdict == Verdict::lost;
        figures_.corrupt += judgement.verdict == Verdict::corrupt;
        if (judgement.verdict != Verdict::good && figures_.first.empty()) {
            figures_.first = where + ": " + judgement.text;
        }
    }

    const Play& play_;
    const Search& search_;
    Random random_;
    Told reference_;
    Figures figures_;
};

Figures explore(const Play& play, const Search& search, const char* what) {
    Figures figures = Exploration(play, search).run();
    std::printf("disk_power %-9s %-8s seed=%llu operations=%zu commits=%zu states=%zu lost=%zu"
                " corrupt=%zu\n",
                play.daemon.c_str(), what, static_cast<unsigned long long>(seed()),
                figures.operations, figures.commits, figures.states, figures.lost,
                figures.corrupt);
    return figures;
}

// Checkpoints after a few pages, so that a short play has many of them.
const std::string often = "PRAGMA wal_autocheckpoint=20;";

void nothing_is_lost(const Play& play) {
    Search search{.stride = 11, .subsets = 1, .again = 8, .pragmas = often};
    if (share() == Share::sample) search.stride = 53;
    if (share() == Share::part) search.stride = 5;
    if (share() == Share::whole) search = {.stride = 1, .subsets = 3, .again = 8, .pragmas = often};
    const Figures figures = explore(play, search, "FULL");
    INFO("FLAGFALL_SEED=" << seed() << ": " << figures.first);
    CHECK(figures.lost == 0);
    CHECK(figures.corrupt == 0);
    CHECK(figures.states > (share() == Share::sample ? 150 : 300));
}

}  // namespace

TEST_CASE("power loss: clockd loses nothing that it announced", "[power]") {
    nothing_is_lost(clockd_play(3, 8));
}

TEST_CASE("power loss: arbiterd's record and cursor stay one with its log", "[power]") {
    nothing_is_lost(arbiterd_play(2));
}

TEST_CASE("power loss: a long day with the checkpoints that the daemons make", "[.whole]") {
    const Figures figures =
        explore(clockd_play(20, 30), {.stride = 13, .again = 8}, "FULL");
    INFO("FLAGFALL_SEED=" << seed() << ": " << figures.first);
    CHECK(figures.lost == 0);
    CHECK(figures.corrupt == 0);
}

TEST_CASE("power loss: the test finds what synchronous=NORMAL and OFF lose", "[power][proof]") {
    const Search normal{.stride = 37, .pragmas = often + "PRAGMA synchronous=NORMAL;"};
    const Search off{.stride = 37, .pragmas = often + "PRAGMA synchronous=OFF;"};
    const Play clockd = clockd_play(3, 8);
    const Play arbiterd = arbiterd_play(2);
    for (const Play* play : {&clockd, &arbiterd}) {
        CHECK(explore(*play, normal, "NORMAL").lost > 5);
        const Figures figures = explore(*play, off, "OFF");
        CHECK(figures.lost > 5);
        CHECK(figures.corrupt > 2);
    }
}
