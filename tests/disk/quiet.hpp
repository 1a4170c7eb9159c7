// The store reports each failed commit on standard error; here they fail by the thousand, as asked.
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace flagfall::disk {

// Nothing reaches standard error while it lives.
class Quiet {
public:
    Quiet() : saved_(::dup(2)) {
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        ::dup2(nowhere, 2);
        ::close(nowhere);
    }
    ~Quiet() {
        ::dup2(saved_, 2);
        ::close(saved_);
    }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

private:
    int saved_;
};

}  // namespace flagfall::disk
