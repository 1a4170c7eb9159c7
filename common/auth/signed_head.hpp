// A head of a log in the form in which it is sent to the other daemon.
#pragma once

#include <span>

#include "common/store/custody.hpp"
#include "common/store/head.hpp"
#include "common/wire/head_messages.hpp"

namespace flagfall::auth {

// `keys`: the log's keys, in order (store::read_tenures); they do not change while a daemon runs.
wire::SignedHead message_of(const store::SignedHead& head, std::span<const store::Tenure> keys);

}  // namespace flagfall::auth
