// One visitor of several lambdas: std::visit(Overload{[](const A&) {...}, [](const B&) {...}}, v).
#pragma once

namespace flagfall {

template <class... Handlers>
struct Overload : Handlers... {
    using Handlers::operator()...;
};

}  // namespace flagfall
