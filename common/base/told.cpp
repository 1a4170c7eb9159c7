#include "common/base/told.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace flagfall {

Told::Told(const Wording& wording, std::vector<ToldValue> of_it)
    : text(filled(wording, of_it)), code(wording.code), values(std::move(of_it)) {}

Told::Told(const Wording& wording, std::vector<ToldValue> of_it, std::vector<ToldValue> in_words)
    : code(wording.code), values(std::move(of_it)) {
    std::ranges::copy(values, std::back_inserter(in_words));
    text = filled(wording, in_words);  // the first of a name counts
}

std::string filled(const Wording& wording, const std::vector<ToldValue>& values) {
    std::string out;
    std::string_view rest = wording.text;
    for (std::size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
        const std::size_t end = rest.find('}', open);
        if (end == std::string_view::npos) break;
        const std::string_view name = rest.substr(open + 1, end - open - 1);
        const auto value = std::ranges::find(values, name, &ToldValue::name);
        out += rest.substr(0, open);
        out += value == values.end() ? rest.substr(open, end - open + 1)
                                     : std::string_view(value->text);
        rest.remove_prefix(end + 1);
    }
    return out += rest;
}

std::vector<std::string> texts(const std::vector<Told>& all) {
    std::vector<std::string> out;
    out.reserve(all.size());
    for (const Told& told : all) out.push_back(told.text);
    return out;
}

}  // namespace flagfall
