// The LiveChess services of a gateway: each is called again whenever it ends, and reports its
// boards as a serial line does.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "clockd/gateway/lines.hpp"
#include "clockd/sources/livechess.hpp"
#include "common/net/loop.hpp"

namespace flagfall::gateway {

class Services {
public:
    // `addresses`: HOST:PORT of each; its source is called "livechess:HOST:PORT". A service
    // that is lost reports that its boards are out of reach.
    Services(net::Loop& loop, const std::vector<std::string>& addresses, LinesHandler handler);
    ~Services();

    // False if no service reaches this board.
    bool ask_memory(const std::string& serial);
    // Bytes of this service that made no sense.
    std::int64_t damaged(const std::string& source) const;

private:
    struct Service;
    void take(Service& service, const devices::Reports& reports);
    void act(Service& service, const sources::LiveAct& act);
    void lost(Service& service, const std::string& why);
    void arm(Service& service);

    LinesHandler handler_;
    std::vector<std::unique_ptr<Service>> services_;
};

}  // namespace flagfall::gateway
