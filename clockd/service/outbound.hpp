// What waits for the disk before anybody may see it: answers and published events, in the order
// of the log positions that they depend on.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <variant>

#include "common/base/check.hpp"
#include "common/base/ids.hpp"
#include "common/net/peer.hpp"

namespace flagfall::clockd {

struct PublishedEvent {
    Board board;  // 0: of the whole hall
    std::string frame;
};
struct AnswerLine {
    net::PeerId peer;
    std::string line;
    bool lets_in = false;  // it is the welcome
};

class Outbound {
public:
    struct Item {
        Pos pos;  // goes out when this is durable
        std::variant<PublishedEvent, AnswerLine> what;
    };

    void add(Pos pos, std::variant<PublishedEvent, AnswerLine> what) {
        FF_CHECK(items_.empty() || items_.back().pos <= pos);
        items_.push_back({pos, std::move(what)});
    }

    // Hands over everything up to `committed`, in order.
    void release(Pos committed, const std::function<void(Item&)>& out) {
        while (!items_.empty() && items_.front().pos <= committed) {
            out(items_.front());
            items_.pop_front();
        }
    }

private:
    std::deque<Item> items_;
};

}  // namespace flagfall::clockd
