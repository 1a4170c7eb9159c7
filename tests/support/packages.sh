# shellcheck shell=bash
# The Debian packages we stand on, and how to get the missing ones; sourced by `check` and `demo`.

BUILD_PACKAGES=(g++ cmake ninja-build ccache libboost1.81-dev libboost-program-options1.81-dev
    libsqlite3-dev nlohmann-json3-dev libssl-dev libtomlplusplus-dev libargon2-dev
    libqrencode-dev libutf8proc-dev zlib1g-dev python3)
TEST_PACKAGES=(catch2 sqlite3 python3-jsonschema curl jq)
# For fuzzing and clang-tidy, which only ./check --full does.
FULL_PACKAGES=(clang-19 libclang-rt-19-dev llvm-19 clang-tidy-19)
# Other people's programs that read or judge what ours say: good to have, not needed.
ORACLE_PACKAGES=(stockfish pgn-extract zbar-tools groff-base zsh fish)

# missing_packages NAME...: prints those of the names that dpkg does not know as installed.
missing_packages() {
    local name
    for name in "$@"; do
        dpkg-query -W -f '${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed ||
            echo "$name"
    done
}

# as_root COMMAND...: runs it with the rights to install, and without a question where nobody can
# answer one.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif [ -t 2 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

# install_packages NAME...: apt, quietly; its output is shown only when it fails.
install_packages() {
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        echo "error: not root and no sudo; please have this run: apt-get install $*" >&2
        return 1
    fi
    echo "installing: $*"
    local output
    output=$(mktemp)
    if as_root apt-get -qq update >"$output" 2>&1 &&
        as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
            -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 install "$@" >>"$output" 2>&1; then
        rm -f "$output"
        return 0
    fi
    cat "$output" >&2
    rm -f "$output"
    echo "error: could not install: $*" >&2
    return 1
}

# need_packages build|test|full: makes sure that what a build, a build and its tests, or all that
# can be tested need is there.
need_packages() {
    local wanted=("${BUILD_PACKAGES[@]}") missing
    if [ "$1" != build ]; then
        wanted+=("${TEST_PACKAGES[@]}")
    fi
    if [ "$1" = full ]; then
        wanted+=("${FULL_PACKAGES[@]}")
    fi
    if ! command -v dpkg-query >/dev/null; then
        echo "note: no dpkg here, so nothing is installed; Debian's names of what we need:" \
            "${wanted[@]}"
        return 0
    fi
    mapfile -t missing < <(missing_packages "${wanted[@]}")
    if [ "${#missing[@]}" -gt 0 ]; then
        install_packages "${missing[@]}" || return 1
    fi
    if [ "$1" != build ]; then
        mapfile -t missing < <(missing_packages "${ORACLE_PACKAGES[@]}")
        if [ "${#missing[@]}" -gt 0 ] && ! install_packages "${missing[@]}"; then
            echo "note: without ${missing[*]} the tests that compare with them are skipped"
        fi
    fi
}

# need_web_packages: node, npm and chromium for tests/web and tests/pages, which are skipped without
# them. Where they are there already nothing is installed: another source's nodejs and Debian's npm
# exclude each other.
need_web_packages() {
    local missing=()
    command -v node >/dev/null || missing+=(nodejs)
    command -v npm >/dev/null || missing+=(npm)
    command -v chromium >/dev/null || missing+=(chromium)
    if [ "${#missing[@]}" -gt 0 ] && command -v dpkg-query >/dev/null &&
        ! install_packages "${missing[@]}"; then
        echo "note: without ${missing[*]} tests/web and tests/pages are skipped"
    fi
}
