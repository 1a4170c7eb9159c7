// Roles and their names. Plain values: the table of routes consists of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace flagfall::access {

enum class Role : std::uint8_t {
    public_viewer,    // anonymous: no token, no session
    chief_arbiter,    // the whole office, and everybody's rights
    arbiter,          // rules at the boards; with sectors, only there
    pairing_program,  // players, rounds and pairings in, results out
    broadcaster,      // follows the games
    clock_daemon,     // a clockd that an arbiterd follows, and the other way round
    device,           // a board or a clock
};

inline constexpr std::array<std::pair<Role, std::string_view>, 7> role_names{{
    {Role::public_viewer, "public_viewer"},
    {Role::chief_arbiter, "chief_arbiter"},
    {Role::arbiter, "arbiter"},
    {Role::pairing_program, "pairing_program"},
    {Role::broadcaster, "broadcaster"},
    {Role::clock_daemon, "clock_daemon"},
    {Role::device, "device"},
}};

// As it is stored and written: "chief_arbiter".
constexpr std::string_view name(Role role) {
    return role_names.at(static_cast<std::size_t>(role)).second;
}

constexpr std::optional<Role> role_named(std::string_view text) {
    for (const auto& [role, known] : role_names)
        if (known == text) return role;
    return std::nullopt;
}

// A set of roles: Role::chief_arbiter | Role::arbiter.
class Roles {
public:
    constexpr Roles() = default;
    constexpr Roles(Role role) : bits_(bit(role)) {}  // NOLINT: one role is a set too
    constexpr bool contains(Role role) const { return (bits_ & bit(role)) != 0; }
    friend constexpr Roles operator|(Roles a, Roles b) { return of_bits(a.bits_ | b.bits_); }
    friend constexpr bool operator==(Roles, Roles) = default;

private:
    static constexpr unsigned bit(Role role) { return 1U << static_cast<unsigned>(role); }
    static constexpr Roles of_bits(unsigned bits) {
        Roles roles;
        roles.bits_ = bits;
        return roles;
    }
    unsigned bits_ = 0;
};

constexpr Roles operator|(Role a, Role b) { return Roles(a) | Roles(b); }

inline constexpr Roles everybody = Role::public_viewer | Role::chief_arbiter | Role::arbiter |
                                   Role::pairing_program | Role::broadcaster |
                                   Role::clock_daemon | Role::device;
inline constexpr Roles arbiters = Role::chief_arbiter | Role::arbiter;
// Those who run the event: they see drafted rounds, hidden events and, as many players are minors,
// dates of birth.
inline constexpr Roles of_office = arbiters | Role::pairing_program;
// People's roles, which may have passwords; machines have tokens.
inline constexpr Roles of_persons = of_office | Role::broadcaster;

}  // namespace flagfall::access
