// One decision whose failure is an error, and does not end the process.
#pragma once

#include <exception>
#include <expected>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "common/base/check.hpp"

namespace flagfall {

struct NothingElse {};

// Runs `decide`, which changes nothing. Returns its result or, if the software fails in it, what
// failed. An exception of type PassOn, or std::bad_alloc, is not a failure and is thrown on. After
// abort_on_failed_checks() every failure ends the process.
template <class PassOn = NothingElse, class Decide>
auto guarded(Decide&& decide) -> std::expected<std::invoke_result_t<Decide>, std::string> {
    using Result = std::expected<std::invoke_result_t<Decide>, std::string>;
    const ChecksThrow throws;
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Decide>>) {
            std::forward<Decide>(decide)();
            return {};
        } else {
            return Result(std::in_place, std::forward<Decide>(decide)());
        }
    } catch (const PassOn&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        return Result(std::unexpect, failure_of(error));
    }
}

}  // namespace flagfall
