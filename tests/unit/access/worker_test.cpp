// The thread that hashes: in order, one at a time, bounded, and silent after the end.
#include <atomic>
#include <future>
#include <thread>

#include "tests/unit/access/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

TEST_CASE("jobs run on another thread in their order, answers on the poster's") {
    Inbox inbox;
    Worker worker([&](Task task) { inbox.post(std::move(task)); }, 10);
    std::vector<int> answered;
    std::atomic<int> elsewhere = 0;
    const auto here = std::this_thread::get_id();
    for (int i = 0; i < 10; ++i)
        REQUIRE(worker.add([&, i] {
            if (std::this_thread::get_id() != here) ++elsewhere;
            return Task([&answered, i] { answered.push_back(i); });
        }));
    while (answered.size() < 10) inbox.run_one();
    CHECK(answered == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(elsewhere == 10);
    CHECK(worker.waiting() == 0);
}

TEST_CASE("a full queue takes no more, and the end does not wait for what waits") {
    Inbox inbox;
    std::promise<void> begun;
    std::promise<void> go;
    std::atomic<int> ran = 0;
    std::thread release;
    {
        Worker worker([&](Task task) { inbox.post(std::move(task)); }, 2);
        REQUIRE(worker.add([&] {
            begun.set_value();
            go.get_future().wait();
            ++ran;
            return Task([] {});
        }));
        begun.get_future().wait();
        const auto job = [&] { return ++ran, Task([] {}); };
        CHECK(worker.add(job));
        CHECK(worker.add(job));
        CHECK_FALSE(worker.add(job));
        CHECK(worker.waiting() == 2);
        release = std::thread([&] { go.set_value(); });
    }
    release.join();
    CHECK(ran >= 1);  // everything that was begun has ended
    const int at_the_end = ran;
    while (!inbox.empty()) inbox.run_one();
    CHECK(ran == at_the_end);
}

TEST_CASE("an answer that comes after the end of Access is dropped") {
    Office office;
    office.add("Anna Berg");
    int answers = 0;
    office.access().log_in({"Anna Berg", good_password, "192.0.2.1:1"}, office.now,
                           [&](const auto&) { ++answers; });
    while (office.inbox.empty()) std::this_thread::yield();
    office.stop();
    office.inbox.run_one();
    CHECK(answers == 0);
}

TEST_CASE("when too many passwords wait the next one has to come again, and is no failure") {
    Office office({.tls = false, .origins = {}, .cost = {}, .password_jobs = 1});
    const std::string id = office.add("Anna Berg");
    REQUIRE(office.set_pin(id, "4711"));
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    Office full(office.folder(), {.tls = false, .origins = {}, .cost = {}, .password_jobs = 0,
                                  .known_jobs = 0});
    for (int i = 0; i < 10; ++i) {
        const auto answer = full.log_in("Anna Berg");
        REQUIRE_FALSE(answer);
        CHECK(answer.error().status == 503);
        CHECK(answer.error().code == "busy");
        CHECK(answer.error().retry_after_s == 1);
        CHECK(full.pin(session->identity, "4711").error().code == "busy");
        CHECK(full.set_password(id, good_password).error().code == "busy");
    }
    CHECK(full.access().counts().verifications == 0);
    CHECK(office.pin(session->identity, "4711"));
}

TEST_CASE("strangers cannot fill the queue of PINs, of new secrets and of known devices") {
    Office office;
    const std::string id = office.add("Anna Berg");
    REQUIRE(office.set_pin(id, "4711"));
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    // No place for strangers at all: as if a hundred addresses had taken them.
    Office full(office.folder(), {.tls = false, .origins = {}, .cost = {}, .password_jobs = 0});
    CHECK(full.log_in("Anna Berg").error().code == "busy");
    CHECK(full.pin(session->identity, "4711"));
    CHECK(full.set_pin(id, "4712"));
    CHECK(full.log_in("Anna Berg", good_password, "203.0.113.9:1", device_of(*session)));
}
