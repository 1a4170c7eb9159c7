// The speed at which `verify` reads and hashes, compared with a bare loop that reads the same
// rows and hashes their columns in one thread, and nothing else.
//
//   verify_bench DIR [arbiterd = build/release/arbiterd/arbiterd]
//
// DIR has arbiterd.db, and possibly clockd.db. Both run three times in turn after one run to warm
// the file cache; the medians are printed: for the logs alone (store::verify), and for the command,
// which also derives every table again and compares it.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "common/base/now.hpp"
#include "common/store/crypto.hpp"
#include "common/store/open.hpp"
#include "common/store/verify.hpp"

using namespace flagfall;
using namespace flagfall::store;

namespace {

double seconds_since(Instant began) { return static_cast<double>((now() - began).us) / 1e6; }

// Reads and hashes; returns the number of rows.
std::int64_t bare(const std::string& path) {
    auto database = open_for_reading(path);
    if (!database) std::exit(1);
    Statement rows = (*database)->prepare("SELECT " FLAGFALL_EVENT_COLUMNS
                                          " FROM event ORDER BY pos");
    Sha256 hash;
    std::int64_t count = 0;
    for (; rows.step(); ++count) {
        for (const int column : {0, 2, 5, 6, 8}) hash.integer(rows.integer(column));
        for (const int column : {1, 3, 4, 7, 9, 10}) hash.raw(rows.text_view(column));
        hash.raw(rows.blob_view(11));
        static_cast<void>(hash.finish());
    }
    return count;
}

void command(const std::string& arbiterd, const std::string& folder) {
    const pid_t child = ::fork();
    if (child == 0) {
        if (!std::freopen("/dev/null", "w", stdout)) std::_Exit(127);
        ::execl(arbiterd.c_str(), "arbiterd", "verify", folder.c_str(), nullptr);
        std::_Exit(127);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) < 0 || status != 0) {
        std::fprintf(stderr, "%s verify %s failed\n", arbiterd.c_str(), folder.c_str());
        std::exit(1);
    }
}

template <class Work>
double timed(Work work) {
    const Instant began = now();
    work();
    return seconds_since(began);
}

double median(std::array<double, 3> all) {
    std::ranges::sort(all);
    return all[1];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: verify_bench DIR [ARBITERD]\n");
        return 2;
    }
    const std::string folder = argv[1];
    const std::string arbiterd = argc > 2 ? argv[2] : "build/release/arbiterd/arbiterd";
    std::vector<std::string> logs;
    for (const char* name : {"arbiterd.db", "clockd.db"})
        if (const auto path = std::filesystem::path(folder) / name; std::filesystem::exists(path))
            logs.push_back(path.string());
    std::int64_t rows = 0;
    for (const std::string& log : logs) rows += bare(log);
    std::array<double, 3> plain{};
    std::array<double, 3> verified{};
    std::array<double, 3> whole{};
    for (std::size_t i = 0; i < plain.size(); ++i) {
        plain[i] = timed([&] {
            for (const std::string& log : logs) bare(log);
        });
        verified[i] = timed([&] {
            for (const std::string& log : logs)
                if (const auto report = verify(log); !report || !report->ok()) std::exit(1);
        });
        whole[i] = timed([&] { command(arbiterd, folder); });
    }
    const auto count = static_cast<double>(rows);
    std::printf("rows %.0f in %zu logs\n", count, logs.size());
    std::printf("bare    %9.0f rows/s\n", count / median(plain));
    std::printf("logs    %9.0f rows/s, ratio %.2f\n", count / median(verified),
                median(plain) / median(verified));
    std::printf("command %9.0f rows/s, ratio %.2f\n", count / median(whole),
                median(plain) / median(whole));
    return 0;
}
