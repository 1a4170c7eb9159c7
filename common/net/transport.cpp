#include "common/net/transport.hpp"

#include <utility>

namespace flagfall::net {

using boost::asio::ip::tcp;
using boost::system::error_code;

void Transport::read(boost::asio::mutable_buffer to, Done done) {
    socket_.async_read_some(to, std::move(done));
}

void Transport::write(Done done) { socket_.async_write_some(pieces_, std::move(done)); }

void Transport::finish(std::function<void()> done) {
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    done();
}

void Transport::async_discard(boost::asio::mutable_buffer to, Done done) {
    socket_.async_read_some(to, std::move(done));
}

void Transport::close() {
    error_code ignored;
    socket_.close(ignored);
}

}  // namespace flagfall::net
