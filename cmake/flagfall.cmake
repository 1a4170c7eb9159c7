# One function per kind of target, so that every part is built with the same rules.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(FLAGFALL_CCACHE ccache)
if(FLAGFALL_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${FLAGFALL_CCACHE})
endif()

set(FLAGFALL_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
    -Woverloaded-virtual -Wimplicit-fallthrough -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  list(APPEND FLAGFALL_WARNINGS -Wno-restrict)  # g++ 12 sees overlaps in string + string
else()
  # std::stable_sort of libstdc++ 12 uses what C++17 deprecated, and clang blames its caller.
  list(APPEND FLAGFALL_WARNINGS -Wno-deprecated-declarations)
endif()

# What a fault in memory meets in the programs that a hall runs (docs/security.md). Sanitizers and
# debug builds have their own means. tests/attack checks the binaries for them.
if(CMAKE_BUILD_TYPE STREQUAL Release)
  include(CheckCXXCompilerFlag)
  foreach(flag stack-protector-strong stack-clash-protection cf-protection
          trivial-auto-var-init=zero)
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

# flagfall_plain_locals(target): without trivial-auto-var-init. g++ 12, asked for it, clears the
# padding of a local chess::Setup and some of its squares with it: the loop over a long array of
# small structs that padding follows goes astray. No other type of ours has that shape.
function(flagfall_plain_locals target)
  if(FLAGFALL_HAS_trivial_auto_var_init_zero)
    target_compile_options(${target} PRIVATE -ftrivial-auto-var-init=uninitialized)
  endif()
endfunction()

# flagfall_library(name [DEPS ...]): a static library of every .cpp file of the folder.
function(flagfall_library name)
  cmake_parse_arguments(arg "" "" "DEPS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
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
