#include "common/base/check.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace flagfall {

namespace {
CheckPrinter printer_now = nullptr;  // set before there are threads
}

void tell_failed_checks(CheckPrinter printer) { printer_now = printer; }

void check_failed(const char* what, const char* file, int line) {
    if (const CheckPrinter printer = std::exchange(printer_now, nullptr)) printer(what, file, line);
    else std::fprintf(stderr, "level=error msg=\"assertion failed\" what=\"%s\" at=%s:%d\n", what,
                      file, line);
    std::abort();
}

}  // namespace flagfall
