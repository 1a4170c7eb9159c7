// Memory is overwritten before it is given back: bodies, headers and all copies of them may hold a
// password, a PIN or a token, and nobody can list all those copies. docs/security.md says what this
// does not reach.
#include <malloc.h>

#include <cstdlib>
#include <cstring>
#include <new>

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

void give_back(void* memory) noexcept {
    if (memory == nullptr) return;
    ::explicit_bzero(memory, ::malloc_usable_size(memory));
    std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc): libstdc++'s operator new is malloc
}

}  // namespace

// The other forms call these two.
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

#endif
