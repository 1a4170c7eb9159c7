#include "common/base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace flagfall {

void check_failed(const char* what, const char* file, int line) {
    std::fprintf(stderr, "level=error msg=\"assertion failed\" what=\"%s\" at=%s:%d\n", what, file,
                 line);
    std::abort();
}

}  // namespace flagfall
