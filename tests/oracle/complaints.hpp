// Where complaints are collected, and how figures are written in them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/oracle/oracle.hpp"

namespace flagfall::oracle {

class Complaints {
public:
    explicit Complaints(std::size_t most) : most_(most) {}

    void add(const std::string& game, Pos clock_pos, Pos game_pos, std::string text) {
        if (!full()) list_.push_back({game, clock_pos, game_pos, std::move(text)});
    }
    bool full() const { return list_.size() >= most_; }
    std::size_t size() const { return list_.size(); }
    std::vector<Complaint> take() { return std::move(list_); }

private:
    std::size_t most_;
    std::vector<Complaint> list_;
};

inline std::string show(Duration d) { return std::to_string(d.us) + " us"; }
inline std::string show(const Both<Duration>& readings) {
    return std::to_string(readings[Side::white].us) + "/" +
           std::to_string(readings[Side::black].us) + " us";
}
inline std::string show(std::uint32_t n) { return std::to_string(n); }
inline std::string show(Ply ply) { return std::to_string(ply.count); }
inline std::string show(Pos pos) { return std::to_string(pos.value); }
inline std::string show(Epoch epoch) { return std::to_string(epoch.count); }
inline std::string show(bool b) { return b ? "true" : "false"; }
inline std::string show(Side side) { return std::string(name(side)); }
inline std::string show(Ending ending) {
    return ending == Ending::none ? "none" : std::string(name(ending));
}
inline std::string show(std::string_view text) { return "\"" + std::string(text) + "\""; }
inline std::string show(const std::string& text) { return "\"" + text + "\""; }

}  // namespace flagfall::oracle
