// Chains of rulings, each of which takes back the previous one.
#include <algorithm>

#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

const Given* ruling_of(const Game& game, std::uint32_t number) {
    const auto at = std::ranges::find(game.given, number, &Given::number);
    return at == game.given.end() ? nullptr : &*at;
}

std::uint32_t root_of(const Game& game, std::uint32_t ruling) {
    for (const Given* at = ruling_of(game, ruling); at && at->effect.undoes > 0;
         at = ruling_of(game, ruling))
        ruling = at->effect.undoes;
    return ruling;
}

std::uint32_t tip_of(const Game& game, std::uint32_t ruling) {
    for (const Given& each : game.given)
        if (each.effect.undoes == ruling) ruling = each.number;
    return ruling;
}

bool stands(const Game& game, std::uint32_t ruling) {
    const Given* given = ruling_of(game, ruling);
    return given == nullptr || !given->undone;
}

bool stands_with(const Game& game, std::uint32_t ruling, std::uint32_t undoes) {
    bool undone = true;
    for (const Given* at = ruling_of(game, undoes); at; at = ruling_of(game, at->effect.undoes)) {
        if (at->number == ruling) return !undone;
        undone = !undone;
    }
    return stands(game, ruling);
}

std::uint32_t closed_elsewhere(const Game& game, const Asked& asked, std::uint32_t root) {
    for (const Given& each : game.given) {
        if (each.undone || root_of(game, each.number) == root) continue;
        for (const Asked& was : each.closed)
            if (was.first == asked.first &&
                (!each.withdrawn || was.number == each.effect.answers))
                return each.number;
    }
    return 0;
}

const Given* in_force(const Game& game, const Given* last) {
    const auto changed = [](const Given& each) {
        return each.effect.gives_result || each.effect.moves;
    };
    while (last && last->effect.undoes > 0) {
        const Given* back = ruling_of(game, last->effect.undoes);
        const bool over = back && back->effect.undoes > 0 && last->end > 0 &&
                          last->end == back->end && !changed(*last) && !changed(*back);
        if (!last->refusal && !over) break;
        last = back ? ruling_of(game, back->effect.undoes) : nullptr;
    }
    return last;
}

}  // namespace flagfall::oracle
