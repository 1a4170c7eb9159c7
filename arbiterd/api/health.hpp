// What arbiterd's loop reports to the API's thread.
#pragma once

#include <atomic>

namespace flagfall::api {

struct Health {
    std::atomic<bool> clockd_linked{false};
};

}  // namespace flagfall::api
