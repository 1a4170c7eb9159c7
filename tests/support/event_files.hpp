// An event in the form of its files.
#pragma once

#include <string>

#include "arbiterd/formats/export.hpp"
#include "arbiterd/formats/import.hpp"

namespace flagfall::test {

// The event as we write it in this format; empty if the format has none of it. `results`: for
// TRF and CSV; our own JSON has what was entered.
inline std::string written(formats::Format format, const tournament::Tournament& event,
                           const formats::Results& results) {
    formats::TrfOptions options;
    options.trf26 = format == formats::Format::trf26;
    switch (format) {
        case formats::Format::csv: return formats::results_csv(event, results, 0).text;
        case formats::Format::json: return formats::json(formats::imported_of(event));
        default: {
            const auto trf = formats::trf(event, results, options);
            return trf ? trf->text : "";
        }
    }
}

}  // namespace flagfall::test
