// How a message names its fields: once, for writing, reading and checking.
//
// A message type has `static constexpr std::string_view type` and
//   template <class M, class V> static void describe(M& m, V& v)
// which calls `v(name, field)` for a field that is always there and `v.maybe(name, field)`
// for one that is left out if it has its default value.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flagfall::wire {

// A name and a value as text: PGN tags, and the evidence of a ruling. JSON: ["name","value"].
struct Pair {
    std::string name;
    std::string value;
    friend bool operator==(const Pair&, const Pair&) = default;
};
using Pairs = std::vector<Pair>;

}  // namespace flagfall::wire
