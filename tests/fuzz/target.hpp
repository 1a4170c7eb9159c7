// A fuzz target: the entry point of libFuzzer's program, or, without clang, an entry in the table
// of corpus_main.cpp. Its body runs for every input; a broken promise is an FF_CHECK.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/base/check.hpp"

#ifdef FLAGFALL_LIBFUZZER

#define FUZZ_TARGET(name)                                                                \
    static void fuzz_##name(std::string_view input);                                     \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {  \
        fuzz_##name({reinterpret_cast<const char*>(data), size});                        \
        return 0;                                                                        \
    }                                                                                    \
    static void fuzz_##name([[maybe_unused]] std::string_view input)

#else

namespace flagfall::fuzz {

using Run = void (*)(std::string_view input);
// Enters a target into the table; always true.
bool add_target(std::string_view name, Run run);

}  // namespace flagfall::fuzz

#define FUZZ_TARGET(name)                                                                      \
    static void fuzz_##name(std::string_view input);                                           \
    [[maybe_unused]] static const bool added_##name =                                          \
        flagfall::fuzz::add_target(#name, fuzz_##name);                                        \
    static void fuzz_##name([[maybe_unused]] std::string_view input)

#endif
