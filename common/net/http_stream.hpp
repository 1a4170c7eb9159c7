// A streamed answer: what waits for its client, and how it is written. Private to the
// net module.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "common/net/http_connection.hpp"

namespace flagfall::net {

// The connection, as its stream uses it.
class StreamOwner {
public:
    virtual Transport& stream_transport() = 0;
    virtual void stream_sending() = 0;  // a write begins, and must end in time
    virtual void stream_taken() = 0;    // the write is done
    virtual void stream_over() = 0;     // closed, and all of it is written
    virtual void stream_broken() = 0;   // end the connection now
    virtual std::shared_ptr<void> stream_life() = 0;  // keeps the connection for one write

protected:
    ~StreamOwner() = default;
};

class HttpStream : public Stream, public std::enable_shared_from_this<HttpStream> {
public:
    // `head` is sent first. `chunked`: pieces are framed as chunks.
    HttpStream(const std::shared_ptr<HttpHouse>& house, StreamOwner& owner, std::string head,
               bool chunked)
        : house_(house), owner_(&owner), before_(std::move(head)), chunked_(chunked) {}
    // For a client that was gone before it began.
    explicit HttpStream(const std::weak_ptr<HttpHouse>& house) : house_(house), reports_(true) {}

    bool write(Chunk chunk) override;
    std::size_t waiting() const override { return waiting_; }
    void close() override;
    void abort() override;
    void on_closed(std::function<void()> closed) override;

    // Sends what waits, if no write is under way.
    void send();
    // The connection no longer uses it. `report`: call on_closed's function.
    void detach(bool report);

private:
    void take_batch(std::vector<boost::asio::const_buffer>& pieces);
    void sent(const boost::system::error_code& error);
    void report_closed();

    std::weak_ptr<HttpHouse> house_;  // exists as long as there is an owner
    StreamOwner* owner_ = nullptr;    // null when it is over
    std::string before_;  // goes out before the next piece: the head, then sizes of chunks
    std::string_view after_;
    std::deque<Chunk> queue_;
    std::size_t batch_ = 0;  // pieces of the queue that are being sent
    std::size_t waiting_ = 0;
    bool chunked_ = false;
    bool sending_ = false;
    bool closing_ = false;
    bool last_ = false;  // the end of the answer is being sent
    bool reports_ = false;  // that it is over is reported, or about to be
    std::function<void()> closed_;
};

// For the user: destroying it closes the stream.
std::shared_ptr<Stream> stream_handle(const std::shared_ptr<HttpStream>& stream);

}  // namespace flagfall::net
