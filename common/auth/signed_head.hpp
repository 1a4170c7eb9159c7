// A head of a log as it is sent to the other daemon.
#pragma once

#include <span>

#include "common/store/custody.hpp"
#include "common/store/head.hpp"
#include "common/wire/head_messages.hpp"

namespace flagfall::hall {

// `keys`: of the log, in order (log::read_tenures); they stay the same while a daemon runs.
wire::SignedHead told(const log::SignedHead& head, std::span<const log::Tenure> keys);

}  // namespace flagfall::hall
