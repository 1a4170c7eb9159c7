// Assertions that stay in release builds: a broken promise stops the process, and the log
// replays to the instant before.
#pragma once

namespace flagfall {

// What reports a failed check; null: one line of text on standard error.
using CheckPrinter = void (*)(const char* what, const char* file, int line);
void tell_failed_checks(CheckPrinter printer);

// Reports it and aborts.
[[noreturn]] void check_failed(const char* what, const char* file, int line);

}  // namespace flagfall

#define FF_CHECK(condition)                                                   \
    (static_cast<bool>(condition) ? static_cast<void>(0)                      \
                                  : ::flagfall::check_failed(#condition, __FILE__, __LINE__))
