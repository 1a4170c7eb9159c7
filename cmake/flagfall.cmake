# One function per kind of target, so that every part is built by the same rules.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(FLAGFALL_CCACHE ccache)
if(FLAGFALL_CCACHE)
  # Paths relative to the checkout, so that another checkout finds the objects of this one.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=true ${FLAGFALL_CCACHE})
  file(RELATIVE_PATH up ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
  add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -ffile-prefix-map=${up}=)
endif()

set(FLAGFALL_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
    -Woverloaded-virtual -Wimplicit-fallthrough)
# On in the presets: a compiler that we have not tested may warn of more, and must still build.
option(FLAGFALL_WERROR "a warning is an error" OFF)
if(FLAGFALL_WERROR)
  list(APPEND FLAGFALL_WARNINGS -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  list(APPEND FLAGFALL_WARNINGS -Wno-restrict)  # g++ 12 sees overlaps in string + string
else()
  # std::stable_sort of libstdc++ 12 uses parts that C++17 deprecated, and clang blames its caller.
  list(APPEND FLAGFALL_WARNINGS -Wno-deprecated-declarations)
endif()

# A plain `cmake .` gets programs for a hall.
get_property(many_kinds GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT many_kinds)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo, Debug ..." FORCE)
endif()

# What a fault in memory meets in the programs that a hall runs (docs/security.md), in every kind of
# build but Debug, which has its own means, as sanitizers have. tests/attack checks the binaries for
# them; OFF is for measuring what they cost (docs/performance.md). Not among them:
# -ftrivial-auto-var-init=zero, with which g++ 12 clears members of correct programs.
option(FLAGFALL_HARDENING "stack protectors, checked containers, full RELRO" ON)
if(FLAGFALL_HARDENING AND NOT CMAKE_BUILD_TYPE STREQUAL Debug AND NOT FLAGFALL_FUZZ)
  include(CheckCXXCompilerFlag)
  foreach(flag stack-protector-strong stack-clash-protection cf-protection)
    string(MAKE_C_IDENTIFIER ${flag} known)
    check_cxx_compiler_flag(-f${flag} FLAGFALL_HAS_${known})
    if(FLAGFALL_HAS_${known})
      add_compile_options(-f${flag})
    endif()
  endforeach()
  add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -D_GLIBCXX_ASSERTIONS -fPIE)
  add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie>
    LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endif()

# flagfall_library(name [ROOMS ...] [ONLY ...] [WITHOUT ...] [DEPS ...]): a static library of every
# .cpp file of the folder, or of these folders in it; of these files only, or of all but these.
function(flagfall_library name)
  cmake_parse_arguments(arg "" "" "ROOMS;ONLY;WITHOUT;DEPS" ${ARGN})
  set(patterns ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(arg_ONLY)
    list(TRANSFORM arg_ONLY PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE patterns)
  endif()
  if(arg_ROOMS)
    list(TRANSFORM arg_ROOMS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE patterns)
    list(TRANSFORM patterns APPEND /*.cpp)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  if(arg_WITHOUT)
    list(TRANSFORM arg_WITHOUT PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    list(REMOVE_ITEM sources ${arg_WITHOUT})
  endif()
  if(NOT sources)  # headers only
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} INTERFACE ${arg_DEPS})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(${name} PRIVATE ${FLAGFALL_WARNINGS})
  target_link_libraries(${name} PUBLIC ${arg_DEPS})
endfunction()

# flagfall_program(name SOURCES ... DEPS ...): an executable.
function(flagfall_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(${name} PRIVATE ${FLAGFALL_WARNINGS})
  target_link_libraries(${name} PRIVATE ${arg_DEPS})
endfunction()
