#include "common/base/check.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace flagfall {

namespace {
// Both are set before any thread starts.
CheckPrinter printer_now = nullptr;
bool always_abort = false;

thread_local int throwing = 0;  // how many ChecksThrow live
}  // namespace

void tell_failed_checks(CheckPrinter printer) { printer_now = printer; }

void abort_on_failed_checks(bool aborts) { always_abort = aborts; }

std::string failure_of(const std::exception& error) {
    if (always_abort) check_failed(error.what(), "a decision", 0);
    return error.what();
}

ChecksThrow::ChecksThrow() noexcept { ++throwing; }

ChecksThrow::~ChecksThrow() { --throwing; }

void check_failed(const char* what, const char* file, int line) {
    if (throwing > 0 && !always_abort)
        throw CheckFailed(std::string(what) + " at " + file + ":" + std::to_string(line));
    if (const CheckPrinter printer = std::exchange(printer_now, nullptr)) printer(what, file, line);
    else std::fprintf(stderr, "level=error msg=\"assertion failed\" what=\"%s\" at=%s:%d\n", what,
                      file, line);
    std::abort();
}

}  // namespace flagfall
