// Runs every file of the given folders (<folder>/<target>/<file>) through its target, once. A file
// that breaks a promise stops the program, and the last line names the file.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/fuzz/target.hpp"

namespace flagfall::fuzz {

namespace {

std::map<std::string, Run, std::less<>>& targets() {
    static std::map<std::string, Run, std::less<>> all;
    return all;
}

}  // namespace

bool add_target(std::string_view name, Run run) { return targets().emplace(name, run).second; }

}  // namespace flagfall::fuzz

namespace {

namespace fs = std::filesystem;

char present[4096];  // the input that is running, for the signal handler

void name_input(int signal) {
    const char* const line[]{"fuzz_corpus: failed with ", present, "\n"};
    for (const char* text : line)
        if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

// The bytes in memory of exactly their size, so that a sanitizer detects a read beyond them.
void run_file(flagfall::fuzz::Run run, const fs::path& path) {
    std::snprintf(present, sizeof present, "%s", path.c_str());
    const std::size_t size = fs::file_size(path);
    const auto bytes = std::make_unique_for_overwrite<char[]>(size);
    std::ifstream in(path, std::ios::binary);
    FF_CHECK(in.read(bytes.get(), static_cast<std::streamsize>(size)).good() || size == 0);
    run({bytes.get(), size});
}

std::size_t run_folder(const std::string& name, const fs::path& folder) {
    const auto target = flagfall::fuzz::targets().find(name);
    if (target == flagfall::fuzz::targets().end()) {
        std::fprintf(stderr, "there is no target for %s\n", folder.c_str());
        std::exit(1);
    }
    std::set<fs::path> files;  // in the same order everywhere
    for (const auto& entry : fs::directory_iterator(folder)) files.insert(entry.path());
    for (const fs::path& file : files) run_file(target->second, file);
    return files.size();
}

}  // namespace

int main(int argc, char** argv) {
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS}) std::signal(signal, name_input);
    std::map<std::string, std::size_t> counts;
    for (int i = 1; i < argc; ++i) {
        if (!fs::is_directory(argv[i])) continue;
        for (const auto& entry : fs::directory_iterator(argv[i])) {
            if (!entry.is_directory()) continue;
            const std::string name = entry.path().filename().string();
            counts[name] += run_folder(name, entry.path());
        }
    }
    int missing = 0;
    for (const auto& [name, run] : flagfall::fuzz::targets()) {
        const std::size_t count = counts[name];
        std::printf("%-18s %5zu inputs\n", name.c_str(), count);
        if (count == 0) ++missing;
    }
    if (missing > 0) std::fprintf(stderr, "%d targets have no input\n", missing);
    return missing == 0 ? 0 : 1;
}
