#include "common/base/check.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace flagfall {

namespace {
std::atomic<CheckPrinter> printer_now{nullptr};
}

void tell_failed_checks(CheckPrinter printer) { printer_now = printer; }

void check_failed(const char* what, const char* file, int line) {
    if (const CheckPrinter printer = printer_now.exchange(nullptr)) printer(what, file, line);
    else std::fprintf(stderr, "level=error msg=\"assertion failed\" what=\"%s\" at=%s:%d\n", what,
                      file, line);
    std::abort();
}

}  // namespace flagfall
