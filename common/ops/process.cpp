#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "common/base/now.hpp"
#include "common/base/version.hpp"
#include "common/ops/metrics.hpp"

namespace flagfall::ops {

namespace {

double resident_bytes() {
    std::ifstream file("/proc/self/statm");
    double pages = 0;
    file >> pages >> pages;  // the second number
    return pages * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

double open_descriptors() {
    std::error_code error;
    const std::filesystem::directory_iterator all("/proc/self/fd", error);
    return error ? 0 : static_cast<double>(std::distance(begin(all), end(all)));
}

double most_descriptors() {
    rlimit limit{};
    return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? static_cast<double>(limit.rlim_cur) : 0;
}

}  // namespace

void add_process_metrics(Registry& registry) {
    registry.gauge("flagfall_build_info", "Always 1; the label is the version.",
                   {{"version", std::string(version)}})
        .set(1);
    registry.gauge("process_start_time_seconds", "When the process began, in Unix time.")
        .set(static_cast<double>(wall_ms()) / 1e3);
    Gauge& memory = registry.gauge("process_resident_memory_bytes", "Resident memory.");
    Gauge& files = registry.gauge("process_open_fds", "Open file descriptors.");
    Gauge& most = registry.gauge("process_max_fds", "How many may be open.");
    registry.on_collect([&] {
        memory.set(resident_bytes());
        files.set(open_descriptors());
        most.set(most_descriptors());
    });
}

}  // namespace flagfall::ops
