// A proxy that makes the faults of a network: passes a TCP port on to another one and, on command,
// delays, slices, throttles, damages, stalls or cuts what goes through.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "tests/faults/proxy/direction.hpp"

namespace flagfall::faults {

// Who sent it: the side that connected to the proxy, the server behind it, or both.
enum class Way { up, down, both };

enum class Cut { fin, rst };

class Proxy {
public:
    Proxy(net::Loop& loop, std::uint64_t seed, std::uint16_t listen_port,
          boost::asio::ip::tcp::endpoint server);
    ~Proxy();
    Proxy(const Proxy&) = delete;
    Proxy& operator=(const Proxy&) = delete;

    std::uint16_t port() const;

    // What befalls links from now on, present and future ones.
    Faults& faults(Way way);  // up or down
    void apply();             // after a change of faults()
    void heal();              // no faults, and every peer is let in

    void cut(Cut how);          // closes every link, both sides
    void refuse(bool refused);  // new connections are closed at once

    // A fault of the storm's own choice every `mean` or so, each healed after a moment.
    void storm(Duration mean);  // 0: ends it and heals

    // "links=2 opened=5 up=1200 down=3400 corrupted=7"
    std::string counts() const;

private:
    struct Link;

    void accept();
    void accepted(boost::asio::ip::tcp::socket peer);
    void connected(const std::shared_ptr<Link>& link, const boost::system::error_code& error);
    void direction_ended(std::uint64_t id, bool in_order);
    void drop(std::uint64_t id, Cut how);
    void next_gust();
    void gust();

    net::Loop& loop_;
    Random random_;
    Random storm_random_;  // of its own, so that the storm does not depend on the traffic
    net::Timer storm_timer_;
    boost::asio::ip::tcp::acceptor acceptor_;
    boost::asio::ip::tcp::endpoint server_;
    std::map<std::uint64_t, std::shared_ptr<Link>> links_;
    Faults up_;
    Faults down_;
    Counts up_counts_;
    Counts down_counts_;
    Duration storm_mean_{};
    std::uint64_t opened_ = 0;
    bool refused_ = false;
    bool blowing_ = false;  // the storm has made a fault that it will heal
};

}  // namespace flagfall::faults
