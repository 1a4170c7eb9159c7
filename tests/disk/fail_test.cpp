// One call to the disk fails, or every one from then on: for each call of a whole play, with each
// suitable code. The store reports an error or ends the process; what it had announced is there.
#include <cstdio>
#include <memory>

#include "tests/disk/check.hpp"
#include "tests/disk/disk.hpp"
#include "tests/disk/quiet.hpp"
#include "tests/disk/vfs.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::disk;

namespace {

struct Figures {
    std::uint64_t calls = 0;  // in one performance without a fault
    std::size_t faults = 0;
    std::size_t refused = 0;   // the store did not open
    std::size_t fatal = 0;     // a commit failed
    std::size_t readers = 0;   // errors that readers and verify returned
    std::size_t harmless = 0;  // the play went on to its end
    std::size_t states = 0;    // disks that were opened again
    std::size_t bad = 0;
    std::string first{};
};

class Failing {
public:
    explicit Failing(const Play& play) : play_(play) {
        install();
        mount(std::make_shared<Disk>());
        reference_ = perform(play_, {.pragmas = pragmas_, .digest = true});
    }

    Figures run(std::uint64_t stride) {
        figures_.calls = calls();
        const std::uint64_t phase = Random(seed())() % stride;
        for (std::uint64_t at = 1; at <= figures_.calls; ++at) {
            if (at % stride != phase) continue;
            for (const bool lasting : {false, true}) {
                for (const int variant : {0, 1}) fail({at, lasting, variant});
            }
        }
        mount(std::make_shared<Disk>());
        return std::move(figures_);
    }

private:
    std::uint64_t calls() {
        auto disk = std::make_shared<Disk>();
        mount(disk);
        const Told told = perform(play_, manner());
        REQUIRE(told.complaints.empty());
        REQUIRE(told.reader_errors == 0);
        REQUIRE(told.rows == reference_.rows);
        return disk->calls;
    }

    Manner manner() const { return {.pragmas = pragmas_, .readers = true}; }

    void fail(const Fault& fault) {
        auto disk = std::make_shared<Disk>();
        disk->recording = true;
        disk->fault = fault;
        mount(disk);
        where_ = "call " + std::to_string(fault.at) + (fault.lasting ? " and on" : "") +
                 ", variant " + std::to_string(fault.variant);
        INFO("FLAGFALL_SEED=" << seed() << ": " << where_);
        const Told told = perform(play_, manner());
        where_ += disk->failed ? ", " + std::string(name(*disk->failed)) : ", none";
        ++figures_.faults;
        count(told);
        contract(told);
        // The process ended; in one case the machine kept running, in the other it did not.
        Platter platter;
        for (const Op& op : disk->ops) platter.take(op);
        Random random(fault.at);
        for (const Loss loss : {Loss::none, Loss::all, Loss::subset}) {
            ++figures_.states;
            mount(std::make_shared<Disk>(platter.after(loss, random)));
            const Judgement judgement = check(play_, {reference_, told.acknowledged});
            if (judgement.verdict != Verdict::good) {
                complain(std::string(name(loss)) + ": " + judgement.text);
            }
        }
    }

    void count(const Told& told) {
        figures_.refused += told.refused.has_value();
        figures_.fatal += told.fatal.has_value();
        figures_.readers += static_cast<std::size_t>(told.reader_errors);
        figures_.harmless += !told.refused && !told.fatal;
    }

    void contract(const Told& told) {
        for (const std::string& complaint : told.complaints) complain(complaint);
        if (told.refused) refusal(*told.refused);
        if (told.fatal && told.fatal->text.empty()) complain("a failed commit says nothing");
        if (told.fatal_calls > 1) complain("the end was announced twice");
        if (told.after_fatal) complain("something was announced after the end");
        const bool all = told.acknowledged + 1 == reference_.commits.size();
        if (!told.refused && !told.fatal && !all) complain("a commit was forgotten");
    }

    void refusal(const store::OpenError& error) {
        const bool names_file = error.text.find(path_of(play_)) != std::string::npos;
        if (!names_file || error.text.size() < path_of(play_).size() + 20) {
            complain("a refusal without a usable text: " + error.text);
        }
        // The second code for a read is the one for a damaged medium.
        const bool medium = mounted().read_failed && mounted().fault.variant == 1;
        if (error.code == store::OpenCode::damaged && !medium) {
            complain("blames the file: " + error.text);
        }
        const bool other = error.code == store::OpenCode::wrong_application ||
                           error.code == store::OpenCode::newer_version;
        if (other) complain("takes the file for another: " + error.text);
    }

    void complain(const std::string& text) {
        ++figures_.bad;
        if (figures_.first.empty()) figures_.first = where_ + ": " + text;
    }

    const Play& play_;
    const std::string pragmas_ = "PRAGMA wal_autocheckpoint=20;";
    Told reference_;
    Figures figures_;
    std::string where_;
};

void no_fault_harms(const Play& play) {
    const Quiet quiet;
    const std::uint64_t stride = share() == Share::whole   ? 1
                                 : share() == Share::part  ? 10
                                 : share() == Share::slice ? 30
                                                           : 90;
    const Figures figures = Failing(play).run(stride);
    std::printf("disk_fail  %-9s seed=%llu calls=%llu faults=%zu refused=%zu fatal=%zu"
                " harmless=%zu reader_errors=%zu states=%zu bad=%zu\n",
                play.daemon.c_str(), static_cast<unsigned long long>(seed()),
                static_cast<unsigned long long>(figures.calls), figures.faults, figures.refused,
                figures.fatal, figures.harmless, figures.readers, figures.states, figures.bad);
    INFO("FLAGFALL_SEED=" << seed() << ": " << figures.first);
    CHECK(figures.bad == 0);
    CHECK(figures.refused > 0);
    CHECK(figures.fatal > 0);
    CHECK(figures.readers > 0);
}

}  // namespace

TEST_CASE("a failing call: clockd's store says so and keeps its word", "[fail]") {
    no_fault_harms(clockd_play(1, 6));
}

TEST_CASE("a failing call: arbiterd's store says so and keeps its word", "[fail]") {
    no_fault_harms(arbiterd_play(1));
}

TEST_CASE("a failing call: a rebuild is whole or leaves the record as it was", "[fail]") {
    install();
    const Quiet quiet;
    const Play play = arbiterd_play(1);
    mount(std::make_shared<Disk>());
    const Told told = perform(play, {.digest = true});
    const Image image = mounted().image();
    const std::unique_ptr<store::Projector> projector = play.projector();
    store::StoreOptions options = options_of(play);
    options.projector = projector.get();
    std::uint64_t failures = 0;
    for (std::uint64_t call = 1;; ++call) {
        INFO("call " << call);
        auto disk = std::make_shared<Disk>(image);
        mount(disk);
        auto store = store::Store::open(options);
        REQUIRE(store);
        disk->fault = {.at = disk->calls + call, .variant = static_cast<int>(call % 2)};
        const auto rebuilt = (*store)->rebuild();
        const bool touched = disk->failed.has_value();
        if (!rebuilt) CHECK(rebuilt.error().text.starts_with(path_of(play)));
        failures += !rebuilt;
        store->reset();
        disk->fault = {};
        CHECK(check(play, {told, told.acknowledged}).verdict == Verdict::good);
        if (!touched) break;
    }
    std::printf("disk_fail  arbiterd  rebuild: failures=%llu\n",
                static_cast<unsigned long long>(failures));
    CHECK(failures > 5);
    mount(std::make_shared<Disk>());
}
