// The boards whose device is cut off, as the API knows them.
#include "arbiterd/api/away.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

wire::DeviceState device(std::uint32_t number, std::uint32_t board, std::int64_t away_s) {
    wire::DeviceState state;
    state.device = number;
    state.board = Board{board};
    state.away = seconds(away_s);
    return state;
}

}  // namespace

TEST_CASE("an absence is dated once, and each change has a number of its own") {
    api::Away away;
    using Boards = api::Away::Boards;
    const std::int64_t none = away.serial();
    away.take(arbiterd::DevicesAway{device(1, 12, 8), device(2, 12, 20), device(3, 13, 6)},
              100'000);
    CHECK(away.boards() == Boards{{Board{12}, 80'000}, {Board{13}, 94'000}});
    const std::int64_t first = away.serial();
    CHECK(first != none);
    away.take(arbiterd::DevicesAway{device(2, 12, 22), device(3, 13, 8)}, 102'104);
    CHECK(away.boards() == Boards{{Board{12}, 80'000}, {Board{13}, 94'000}});
    CHECK(away.serial() == first);
    away.take(arbiterd::DevicesAway{device(3, 13, 10)}, 104'000);
    CHECK(away.boards().size() == 1);
    CHECK(away.serial() != first);
    away.take(std::nullopt, 106'000);  // clockd does not answer: nothing is known
    CHECK(away.boards().empty());
}

TEST_CASE("clockd is asked again after a while, and not for each page") {
    api::Away away;
    CHECK(away.is_due(Instant{} + seconds(100)));
    CHECK_FALSE(away.is_due(Instant{} + seconds(101)));
    CHECK(away.is_due(Instant{} + seconds(103)));
}
