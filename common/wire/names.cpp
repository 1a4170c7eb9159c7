#include "common/wire/names.hpp"

namespace flagfall::wire {

std::string camel_case(std::string_view name) {
    std::string camel;
    camel.reserve(name.size());
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool joins = name[i] == '_' && i + 1 < name.size() && i > 0;
        if (!joins) camel += name[i];
        else if (const char next = name[++i]; next >= 'a' && next <= 'z')
            camel += static_cast<char>(next - 'a' + 'A');
        else camel += next;
    }
    return camel;
}

}  // namespace flagfall::wire
