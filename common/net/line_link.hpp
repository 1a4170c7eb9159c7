// One TCP connection that carries lines; LineServer and LineClient share it. Private to the
// net module.
//
// No asynchronous operation ever holds a buffer: the link waits until the socket is ready and
// then reads or writes without blocking. So drain() may read at any time, and lines may be added
// to the output while a slow peer is awaited. The same is true of TLS, which works in memory
// (line_tls.hpp): a line's stamp is when the last bytes of its record came.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <boost/asio/ip/tcp.hpp>

#include "common/base/time.hpp"
#include "common/net/arrival.hpp"
#include "common/net/line_carrier.hpp"
#include "common/net/line_splitter.hpp"
#include "common/net/line_tls.hpp"

namespace flagfall::net {

class LineLink : public LineCarrier, public std::enable_shared_from_this<LineLink> {
public:
    // What may carry the lines besides TCP alone.
    struct Security {
        std::shared_ptr<LineTlsContext> context;  // null: no TLS
        bool calls = false;  // we begin with TLS; else the other side may, with its first byte
    };

    // Reads go to `arrivals`, which links of one thread share.
    LineLink(boost::asio::ip::tcp::socket socket, const Limits& limits, Arrivals& arrivals,
             Owner owner, Security security);

    // Begins to read.
    void start();

    void send(std::string_view line) override;
    void read_now() override;
    bool has_unread() const override { return false; }
    void close(std::string_view reason) override;
    void close_when_written(std::string_view reason) override;
    void abandon() override;
    std::size_t queued_lines() const override { return queued_lines_; }

    // When bytes last came; the epoch before the first.
    Instant last_read() const { return last_read_; }

private:
    enum class Read { all, more, ended };

    void wait_readable();
    void wait_writable();
    Read read_once();
    void arrived(std::string_view bytes, Instant at);
    void unseal(std::string_view bytes, Instant at);
    void deliver(std::string_view bytes, Instant at);
    void flush_soon();
    void flush();
    void write_some();
    std::string_view to_write();
    bool is_writable() const;
    void written(std::size_t bytes);
    void end(std::string_view reason);
    void hang_up();

    boost::asio::ip::tcp::socket socket_;
    Limits limits_;
    Arrivals& arrivals_;
    Owner owner_;
    LineSplitter splitter_;
    Security security_;
    std::unique_ptr<LineTls> tls_;  // null before the first byte, and for unencrypted lines
    std::string plain_;             // decrypted by TLS
    bool begun_ = false;            // bytes have come
    bool secured_ = false;
    std::string out_;  // lines with their ends; written up to out_at_
    std::size_t out_at_ = 0;
    std::size_t sealed_ = 0;  // bytes of out_ after out_at_ that TLS has
    Instant last_read_;
    std::size_t queued_lines_ = 0;  // line ends in out_ after out_at_
    bool open_ = true;
    bool flush_is_due_ = false;  // flush() is posted or waits for the socket
    std::string last_words_;     // the reason of close_when_written(); empty: not called
};

}  // namespace flagfall::net
