// Decides for every position with few men whether White, and whether Black, can ever mate: from
// the mates backwards, over moves that were legal. Every position is looked at; nothing is guessed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tests/mate/material.hpp"

namespace flagfall::universe {

// A set of winners.
using Winners = std::uint8_t;
constexpr Winners only(Side side) { return side == Side::white ? 1 : 2; }

class Universe {
public:
    // In positions with four men, pawns stand on these files only (bit 0 is the a-file); with
    // fewer, everywhere.
    explicit Universe(unsigned files) : files_(files) {}

    // Asks for a material and for all that captures and promotions turn it into.
    void add(const Material& material);
    void solve(unsigned jobs);

    struct Class {
        Material material;
        Numbering numbering;
        std::vector<std::uint8_t> state;  // by number

        bool is_position(std::uint32_t number) const { return (state[number] & out) == 0; }
        bool is_over(std::uint32_t number) const { return (state[number] & over) != 0; }
        Winners winners(std::uint32_t number) const { return state[number] & 3; }

        static constexpr std::uint8_t out = 4;       // illegal, or counted under another number
        static constexpr std::uint8_t over = 8;      // mate or stalemate
        static constexpr std::uint8_t waiting = 16;  // while solving: on the list
    };
    // In the order of solving: fewer men first, then fewer pawns.
    const std::vector<std::unique_ptr<Class>>& classes() const { return classes_; }

    // Who can ever mate; the material must be solved, pawns on the files.
    Winners winners(const Board& board) const;

private:
    void solve(Class& which) const;
    void look_forward(Class& which) const;
    void go_back(Class& which) const;

    unsigned files_;
    std::vector<std::unique_ptr<Class>> classes_;
    std::array<Class*, Material::keys> by_key_{};
};

}  // namespace flagfall::universe
