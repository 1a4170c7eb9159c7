// The followers of the log, and their cursors: those that are behind get pages from the file until
// they have caught up, then each event as it is committed.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/net/peer.hpp"
#include "common/store/row.hpp"

namespace flagfall::clockd {

// The line that sends one row to a follower.
std::string frame_of(const store::Row& row);

class Feed {
public:
    using Send = std::function<void(net::PeerId, std::string_view line)>;
    // Calls `row` for each committed row from `from` to `to`, until it returns false; returns the
    // last position it was called with, or nothing if the log could not be read.
    using Read = std::function<std::optional<Pos>(
        Pos from, Pos to, const std::function<bool(const store::Row&)>& row)>;
    // Disconnects a peer that cannot be served any more.
    using HangUp = std::function<void(net::PeerId, std::string_view reason)>;

    Feed(Read read, Send send, HangUp hang_up)
        : read_(std::move(read)), send_(std::move(send)), hang_up_(std::move(hang_up)) {}

    // The peer wants events from `from` on, of one board or of all. `committed` is the last
    // position published so far. A second subscription replaces the first.
    void subscribe(net::PeerId peer, Pos from, std::optional<Board> board, Pos committed);

    // Forgets the peer.
    void leave(net::PeerId peer);

    // Sends a committed event to all who have caught up. `board` 0: of the whole hall.
    void publish(Pos pos, Board board, std::string_view frame);

    // The peer's queue is empty: sends the next page, if the peer is behind. `committed` as above.
    void drained(net::PeerId peer, Pos committed);

private:
    struct Follower {
        Pos next;
        std::optional<Board> board;
        bool live = false;
    };

    void next_page(net::PeerId peer, Follower& follower, Pos committed);
    void set_live(net::PeerId peer, Follower& follower);

    Read read_;
    Send send_;
    HangUp hang_up_;
    std::map<net::PeerId, Follower> followers_;
    std::map<Board, std::vector<net::PeerId>> live_;  // board 0: followers of everything
};

}  // namespace flagfall::clockd
