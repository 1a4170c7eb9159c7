// Who sent a request: by token, by cookie, by nothing; and the time for one password, compared with
// a bare libargon2 with the same parameters.
//
//   access_bench [requests = 200000]
#include <argon2.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include "arbiterd/access/access.hpp"
#include "arbiterd/access/limits.hpp"
#include "common/base/now.hpp"

using namespace flagfall;
using namespace flagfall::access;

namespace {

double seconds_of(const std::function<void()>& work) {
    const Instant begun = now();
    work();
    return static_cast<double>((now() - begun).us) / 1e6;
}

void tell(const char* what, int times, double took) {
    std::printf("%-34s %10.0f/s %10.2f us each\n", what, times / took, took / times * 1e6);
}

void by(const char* what, Access& access, const net::Request& request, Role wanted, int times) {
    const std::int64_t at = wall_ms();
    int right = 0;
    const double took = seconds_of([&] {
        for (int i = 0; i < times; ++i) {
            const auto who = access.identify(request, at);
            right += who && who->role == wanted ? 1 : 0;
        }
    });
    if (right != times) std::printf("%s: refused\n", what), std::exit(1);
    tell(what, times, took);
}

// The median, in milliseconds.
double median_ms(const std::function<void()>& work) {
    std::array<double, 21> took{};
    for (double& one : took) one = seconds_of(work) * 1e3;
    std::ranges::sort(took);
    return took[took.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    const int times = argc > 1 ? std::atoi(argv[1]) : 200'000;
    const auto folder = std::filesystem::temp_directory_path() /
                        ("flagfall_access_bench_" + store::random_hex(4));
    std::filesystem::create_directory(folder);
    {
        auto access = *Access::open(folder.string(), {}, [](const Task&) {}, wall_ms());
        AccessFile& file = access->file();
        const Actor bench{"bench", "console"};
        const auto person = *file.add_person({"Anna", Role::arbiter, {}}, bench, wall_ms());
        const std::string secret = fresh_secret();
        const store::Digest hash = hash_of(secret);
        if (!file.start_session(store::bytes(hash), person, bench, wall_ms())) return 1;
        NewToken wanted;
        wanted.name = "bench";
        wanted.role = Role::broadcaster;
        const auto token = *file.create_token(wanted, bench, wall_ms());

        net::Request request;
        request.method = "GET";
        request.target = "/api/v1/events/open/rounds/1/results";
        request.peer = "127.0.0.1:40000";
        by("nobody in particular", *access, request, Role::public_viewer, times);
        request.headers = {{"Authorization", "Bearer " + token.text}};
        by("a token", *access, request, Role::broadcaster, times);
        request.headers = {{"Cookie", "flagfall_session=" + base64url(secret)}};
        by("a session", *access, request, Role::arbiter, times);
    }
    std::filesystem::remove_all(folder);

    const std::string password = "wetter hahn 9 kaese";
    const auto kept = hash_password(password, {});
    std::array<char, 32> out{};
    std::printf("%-34s %10.1f ms (median of 21)\n", "a password verified",
                median_ms([&] { (void)verify_password(*kept, password); }));
    std::printf("%-34s %10.1f ms (median of 21)\n", "bare argon2id, the same parameters",
                median_ms([&] {
                    argon2id_hash_raw(limits::argon2_passes, limits::argon2_memory_kib,
                                      limits::argon2_lanes, password.data(), password.size(),
                                      "0123456789abcdef", 16, out.data(), out.size());
                }));
    return 0;
}
