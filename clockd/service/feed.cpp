#include "clockd/service/feed.hpp"

#include <algorithm>

#include "common/base/check.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::clockd {

namespace {

constexpr std::int64_t page_rows = 512;
constexpr std::size_t page_bytes = 1024 * 1024;  // far below what a peer's queue may hold

bool concerns(const store::Row& row, const std::optional<Board>& board) {
    return !board || row.stream == "board/" + std::to_string(board->number);
}

}  // namespace

std::string frame_of(const store::Row& row) {
    return wire::event_frame(row.pos, row.at, row.boot, row.wall_ms, row.cmd_id, row.sender,
                             row.type, row.body);
}

void Feed::subscribe(net::PeerId peer, Pos from, std::optional<Board> board, Pos committed) {
    leave(peer);
    Follower& follower = followers_[peer];
    follower = {from, board, false};
    next_page(peer, follower, committed);
}

void Feed::leave(net::PeerId peer) {
    const auto found = followers_.find(peer);
    if (found == followers_.end()) return;
    if (found->second.live) std::erase(live_[found->second.board.value_or(Board{})], peer);
    followers_.erase(found);
}

void Feed::publish(Pos pos, Board board, std::string_view frame) {
    const auto send_to = [&](Board key) {
        const auto found = live_.find(key);
        if (found == live_.end()) return;
        for (const net::PeerId peer : found->second) {
            Follower& follower = followers_.at(peer);
            FF_CHECK(follower.next <= pos);
            follower.next = Pos{pos.value + 1};
            send_(peer, frame);
        }
    };
    send_to(Board{});
    if (board.number != 0) send_to(board);
}

void Feed::drained(net::PeerId peer, Pos committed) {
    const auto found = followers_.find(peer);
    if (found != followers_.end() && !found->second.live)
        next_page(peer, found->second, committed);
}

void Feed::next_page(net::PeerId peer, Follower& follower, Pos committed) {
    std::size_t sent = 0;
    while (follower.next <= committed && sent == 0) {  // a page may have nothing of this board
        const Pos to{std::min(follower.next.value + page_rows - 1, committed.value)};
        const auto read = read_(follower.next, to, [&](const store::Row& row) {
            if (!concerns(row, follower.board)) return true;
            const std::string frame = frame_of(row);
            send_(peer, frame);
            sent += frame.size();
            return sent < page_bytes;
        });
        if (!read) return hang_up_(peer, "the log cannot be read at present");
        FF_CHECK(*read == to || sent >= page_bytes);  // committed rows can be read
        follower.next = Pos{read->value + 1};
    }
    if (follower.next > committed) set_live(peer, follower);
}

void Feed::set_live(net::PeerId peer, Follower& follower) {
    follower.live = true;
    live_[follower.board.value_or(Board{})].push_back(peer);
}

}  // namespace flagfall::clockd
