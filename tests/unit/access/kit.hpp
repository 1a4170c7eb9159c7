// An Access on a real file, with cheap hashes, a time that the test sets, and a thread of its own:
// what is posted runs when the test waits for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "arbiterd/access/access.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

namespace flagfall::test {

using namespace flagfall::access;

inline constexpr HashCost cheap{.memory_kib = 8, .passes = 1, .lanes = 1};
inline constexpr std::int64_t second = 1000, minute = 60 * second, hour = 60 * minute;
inline constexpr std::int64_t noon = 1'800'000'000'000;  // of some day
inline const Actor chief{"Chief", "192.0.2.9:5000"};
inline const std::string good_password = "wetter hahn käse 9";  // not ASCII on purpose

// What a loop is to the worker.
class Inbox {
public:
    void post(Task task) {
        const std::scoped_lock lock(mutex_);
        tasks_.push_back(std::move(task));
        wake_.notify_one();
    }
    // Runs one task, waiting for it if need be; the guard fails the test.
    void run_one() {
        Task task;
        {
            std::unique_lock lock(mutex_);
            REQUIRE(wake_.wait_for(lock, std::chrono::seconds(60),
                                   [this] { return !tasks_.empty(); }));
            task = std::move(tasks_.front());
            tasks_.pop_front();
        }
        task();
    }
    bool empty() const {
        const std::scoped_lock lock(mutex_);
        return tasks_.empty();
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Task> tasks_;
};

inline net::Request request(std::string method = "GET", net::Headers headers = {},
                            std::string target = "/api/v1/games") {
    net::Request out;
    out.method = std::move(method);
    out.target = target;
    out.path = target.substr(0, target.find('?'));
    out.headers = std::move(headers);
    out.headers.emplace_back("Host", "hall.example:8080");
    out.peer = "192.0.2.1:40000";
    return out;
}

inline net::Headers bearer(const std::string& token) {
    return {{"Authorization", "Bearer " + token}};
}

class Office {
public:
    explicit Office(Options options = {}) : Office("", std::move(options)) {}
    // On the folder of another one, or on a new one.
    Office(std::string folder, Options options)
        : path_(folder.empty() ? folder_.file("data") : std::move(folder)),
          options_(std::move(options)) {
        options_.cost = cheap;
        start();
    }

    void start() {
        access_.reset();
        auto opened = Access::open(folder(), options_,
                                   [this](Task task) { inbox.post(std::move(task)); }, now);
        if (!opened) FAIL(opened.error());
        access_ = std::move(*opened);
    }
    void stop() { access_.reset(); }

    Access& access() { return *access_; }
    AccessFile& file() { return access_->file(); }
    const std::string& folder() const { return path_; }

    std::string add(const std::string& name, Role role = Role::arbiter,
                    std::vector<std::string> sectors = {}) {
        const auto made = file().add_person({name, role, std::move(sectors)}, chief, now);
        if (!made) FAIL(made.error().text);
        REQUIRE(set_password(made->id, good_password));
        return made->id;
    }
    std::expected<void, Denied> set_password(const std::string& id, const std::string& password) {
        return wait<void>([&](auto done) {
            access().set_password(id, password, chief, now, std::move(done));
        });
    }
    std::expected<void, Denied> set_pin(const std::string& id, const std::string& pin) {
        return wait<void>(
            [&](auto done) { access().set_pin(id, pin, chief, now, std::move(done)); });
    }
    std::expected<LoggedIn, Denied> log_in(const std::string& name,
                                           const std::string& password = good_password,
                                           const std::string& peer = "192.0.2.1:40000",
                                           const std::string& device = "") {
        return wait<LoggedIn>([&](auto done) {
            access().log_in({name, password, peer, device}, now, std::move(done));
        });
    }
    std::expected<void, Denied> pin(const Identity& identity, const std::string& pin) {
        return wait<void>([&](auto done) {
            access().check_pin(identity, pin, "192.0.2.1:40000", now, std::move(done));
        });
    }
    MadeToken token(NewToken wanted) {
        auto made = file().create_token(wanted, chief, now);
        if (!made) FAIL(made.error().text);
        return std::move(*made);
    }
    std::expected<Identity, Denied> identify(const net::Request& who) {
        return access().identify(who, now);
    }
    // The identity of the request; the test fails when it is refused.
    Identity who(const net::Request& request) {
        auto identity = identify(request);
        if (!identity) FAIL(identity.error().text);
        return *identity;
    }
    Denied refusal(const net::Request& request) {
        const auto identity = identify(request);
        REQUIRE_FALSE(identity);
        return identity.error();
    }

    // Calls `ask` with a callback and waits for its answer.
    template <class T>
    std::expected<T, Denied> wait(const std::function<void(Access::Done<T>)>& ask) {
        std::optional<std::expected<T, Denied>> answer;
        ask([&](std::expected<T, Denied> given) { answer = std::move(given); });
        CHECK_FALSE(answer);  // never from inside
        while (!answer) inbox.run_one();
        return std::move(*answer);
    }

    Inbox inbox;
    std::int64_t now = noon;

private:
    store::testing::TempFolder folder_;
    std::string path_;
    Options options_;
    std::unique_ptr<Access> access_;
};

// The value of the cookie by which a log-in's browser is known from then on.
inline std::string device_of(const LoggedIn& session) {
    const std::string& cookie = session.set_device;
    const auto value = cookie.find('=') + 1;
    return cookie.substr(value, cookie.find(';') - value);
}

// The cookie that a log-in set, as a browser sends it back.
inline net::Headers cookie_of(const LoggedIn& session) {
    return {{"Cookie", session.set_cookie.substr(0, session.set_cookie.find(';'))}};
}
// What a page of ours sends: the key as well.
inline net::Headers browser_of(const LoggedIn& session) {
    net::Headers headers = cookie_of(session);
    headers.emplace_back("X-Flagfall-Session", session.key);
    return headers;
}

}  // namespace flagfall::test
