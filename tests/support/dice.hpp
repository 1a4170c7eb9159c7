// Small random numbers from a seed, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace flagfall::test {

// splitmix64
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return static_cast<std::uint32_t>((z ^ (z >> 31)) % n);
    }
    bool one_in(std::uint32_t n) { return below(n) == 0; }
    template <class T, std::size_t n>
    const T& of(const T (&list)[n]) { return list[below(n)]; }

private:
    std::uint64_t state_;
};

}  // namespace flagfall::test
