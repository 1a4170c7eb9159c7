# The libraries that we need. All missing ones are reported at once, with the name of Debian's
# package.

set(FLAGFALL_MISSING "")

# flagfall_need(what package VARIABLE ...): reports it as missing unless every variable is set.
macro(flagfall_need what package)
  foreach(variable ${ARGN})
    if(NOT ${variable})
      list(APPEND FLAGFALL_MISSING "  ${what} (Debian: ${package})")
      break()
    endif()
  endforeach()
endmacro()

set(Boost_NO_WARN_NEW_VERSIONS ON)
find_package(Boost 1.81 QUIET COMPONENTS program_options)
flagfall_need("Boost 1.81 with program_options"
  "libboost1.81-dev libboost-program-options1.81-dev" Boost_FOUND)
find_package(SQLite3 QUIET)
flagfall_need("SQLite 3" libsqlite3-dev SQLite3_FOUND)
find_package(nlohmann_json 3.11 QUIET)
flagfall_need("nlohmann/json 3.11" nlohmann-json3-dev nlohmann_json_FOUND)
find_package(OpenSSL 3 QUIET COMPONENTS Crypto SSL)
flagfall_need("OpenSSL 3" libssl-dev OPENSSL_FOUND)
find_package(ZLIB 1.2.11 QUIET)
flagfall_need("zlib 1.2.11" zlib1g-dev ZLIB_FOUND)
find_package(Threads QUIET)
flagfall_need("POSIX threads" libc6-dev Threads_FOUND)

# These libraries have no CMake package.
find_path(FLAGFALL_ARGON2_INCLUDE argon2.h)
find_library(FLAGFALL_ARGON2 argon2)
flagfall_need(argon2 libargon2-dev FLAGFALL_ARGON2_INCLUDE FLAGFALL_ARGON2)
find_path(FLAGFALL_UTF8PROC_INCLUDE utf8proc.h)
find_library(FLAGFALL_UTF8PROC utf8proc)
flagfall_need(utf8proc libutf8proc-dev FLAGFALL_UTF8PROC_INCLUDE FLAGFALL_UTF8PROC)
find_path(FLAGFALL_QRENCODE_INCLUDE qrencode.h)
find_library(FLAGFALL_QRENCODE qrencode)
flagfall_need(qrencode libqrencode-dev FLAGFALL_QRENCODE_INCLUDE FLAGFALL_QRENCODE)
find_path(FLAGFALL_TOMLPLUSPLUS_INCLUDE toml++/toml.h)  # headers only
flagfall_need(toml++ libtomlplusplus-dev FLAGFALL_TOMLPLUSPLUS_INCLUDE)

if(FLAGFALL_TESTS AND NOT FLAGFALL_FUZZ)
  find_package(Catch2 2.13 QUIET)
  flagfall_need("Catch2 2.13 (or -D FLAGFALL_TESTS=OFF)" catch2 Catch2_FOUND)
endif()

if(FLAGFALL_MISSING)
  list(JOIN FLAGFALL_MISSING "\n" FLAGFALL_MISSING)
  message(FATAL_ERROR "Flagfall needs what is not here:\n${FLAGFALL_MISSING}\n"
    "./check and ./demo install it on Debian.")
endif()
