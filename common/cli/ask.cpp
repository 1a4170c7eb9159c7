#include "common/cli/ask.hpp"

#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace flagfall::cli {

Said ask_yes(const std::string& question) {
    if (isatty(STDIN_FILENO) == 0) return Said::nobody_there;
    std::printf("%s [y/N] ", question.c_str());
    std::fflush(stdout);
    std::string said;
    std::getline(std::cin, said);
    return said == "y" || said == "Y" || said == "yes" ? Said::yes : Said::no;
}

}  // namespace flagfall::cli
