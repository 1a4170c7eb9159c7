// Assertions that stay in release builds: a failed check stops the process, and the log
// replays to the instant before. During a decision that has changed nothing yet, it stops only
// that decision.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace flagfall {

// Reports a failed check; null: one line of text on standard error.
using CheckPrinter = void (*)(const char* what, const char* file, int line);
void tell_failed_checks(CheckPrinter printer);

// A check that failed while a ChecksThrow existed.
struct CheckFailed : std::logic_error {
    using std::logic_error::logic_error;
};

// While one exists, a check that fails in its thread throws CheckFailed. Only for code that changes
// nothing before it is done.
class ChecksThrow {
public:
    ChecksThrow() noexcept;
    ~ChecksThrow();
    ChecksThrow(const ChecksThrow&) = delete;
    ChecksThrow& operator=(const ChecksThrow&) = delete;
};

// From now on failed checks abort there, too: for tests that look for them.
void abort_on_failed_checks(bool aborts = true);

// The text of a failure, for the log. After abort_on_failed_checks() the process ends.
std::string failure_of(const std::exception& error);

// Reports it and aborts, or throws CheckFailed.
[[noreturn]] void check_failed(const char* what, const char* file, int line);

}  // namespace flagfall

#define FF_CHECK(condition)                                                   \
    (static_cast<bool>(condition) ? static_cast<void>(0)                      \
                                  : ::flagfall::check_failed(#condition, __FILE__, __LINE__))
