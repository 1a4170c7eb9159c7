#include "tests/faults/proxy/proxy.hpp"

#include <utility>

namespace flagfall::faults {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

struct Proxy::Link {
    std::uint64_t id = 0;
    std::shared_ptr<tcp::socket> peer;
    std::shared_ptr<tcp::socket> server;
    std::shared_ptr<Direction> up;
    std::shared_ptr<Direction> down;
    int ended = 0;  // directions that ended in order
};

namespace {

void close(tcp::socket& socket, Cut how) {
    error_code ignored;
    if (how == Cut::rst) socket.set_option(asio::socket_base::linger(true, 0), ignored);
    socket.close(ignored);
}

}  // namespace

Proxy::Proxy(net::Loop& loop, std::uint64_t seed, std::uint16_t listen_port, tcp::endpoint server)
    : loop_(loop),
      random_(seed),
      storm_random_(seed + 1),
      storm_timer_(loop),
      acceptor_(loop.io(), tcp::endpoint(asio::ip::address_v4::loopback(), listen_port)),
      server_(std::move(server)) {
    accept();
}

Proxy::~Proxy() { cut(Cut::rst); }

std::uint16_t Proxy::port() const { return acceptor_.local_endpoint().port(); }

void Proxy::accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket peer) {
        if (!acceptor_.is_open()) return;
        if (!error && !refused_) accepted(std::move(peer));
        accept();
    });
}

void Proxy::accepted(tcp::socket peer) {
    auto link = std::make_shared<Link>();
    link->id = ++opened_;
    link->peer = std::make_shared<tcp::socket>(std::move(peer));
    link->server = std::make_shared<tcp::socket>(loop_.io());
    links_.emplace(link->id, link);
    link->server->async_connect(server_, [this, link](error_code error) {
        if (links_.contains(link->id)) connected(link, error);
    });
}

void Proxy::connected(const std::shared_ptr<Link>& link, const error_code& error) {
    if (error) return drop(link->id, Cut::fin);
    error_code ignored;
    for (tcp::socket* socket : {link->peer.get(), link->server.get()})
        socket->set_option(tcp::no_delay(true), ignored);
    const auto ended = [this, id = link->id](bool in_order) { direction_ended(id, in_order); };
    link->up = std::make_shared<Direction>(loop_, link->peer, link->server, random_, up_counts_,
                                           ended);
    link->down = std::make_shared<Direction>(loop_, link->server, link->peer, random_,
                                             down_counts_, ended);
    link->up->set(up_);
    link->down->set(down_);
    link->up->start();
    link->down->start();
}

void Proxy::direction_ended(std::uint64_t id, bool in_order) {
    const auto found = links_.find(id);
    if (found == links_.end()) return;
    if (!in_order) return drop(id, Cut::rst);
    if (++found->second->ended == 2) drop(id, Cut::fin);
}

void Proxy::drop(std::uint64_t id, Cut how) {
    const auto link = links_.extract(id).mapped();
    for (const auto& direction : {link->up, link->down})
        if (direction) direction->stop();
    close(*link->peer, how);
    close(*link->server, how);
}

Faults& Proxy::faults(Way way) { return way == Way::up ? up_ : down_; }

void Proxy::apply() {
    for (const auto& [id, link] : std::map(links_)) {  // what continues may end a link
        if (link->up) link->up->set(up_);
        if (link->down) link->down->set(down_);
    }
}

void Proxy::heal() {
    up_ = down_ = {};
    refused_ = false;
    apply();
}

void Proxy::cut(Cut how) {
    while (!links_.empty()) drop(links_.begin()->first, how);
}

void Proxy::refuse(bool refused) { refused_ = refused; }

void Proxy::storm(Duration mean) {
    storm_mean_ = mean;
    if (mean > Duration{}) return next_gust();
    storm_timer_.cancel();
    blowing_ = false;
    heal();
}

void Proxy::next_gust() {
    const Duration pause{draw(storm_random_, 0, 2 * storm_mean_.us)};
    storm_timer_.wake_in(pause, [this] {
        if (std::exchange(blowing_, !blowing_)) heal();
        else gust();
        next_gust();
    });
}

void Proxy::gust() {
    Faults some;
    switch (draw(storm_random_, 0, 7)) {
        case 0: return cut(Cut::fin);
        case 1: return cut(Cut::rst);
        case 2: some.delay = some.jitter = milliseconds(draw(storm_random_, 1, 100)); break;
        case 3: some.slice = draw(storm_random_, 1, 64); break;
        case 4: some.corrupt_one_in = draw(storm_random_, 50, 2000); break;
        case 5: some.bytes_per_s = draw(storm_random_, 2'000, 100'000); break;
        case 6: some.stalled = true; break;
        default: refuse(true); return cut(Cut::rst);
    }
    const auto way = static_cast<Way>(draw(storm_random_, 0, 2));
    if (way != Way::down) up_ = some;
    if (way != Way::up) down_ = some;
    apply();
}

std::string Proxy::counts() const {
    return "links=" + std::to_string(links_.size()) + " opened=" + std::to_string(opened_) +
           " up=" + std::to_string(up_counts_.bytes) +
           " down=" + std::to_string(down_counts_.bytes) + " corrupted=" +
           std::to_string(up_counts_.corrupted + down_counts_.corrupted);
}

}  // namespace flagfall::faults
