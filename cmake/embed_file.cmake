# Run at build time by flagfall_embed: INPUT (a text file) becomes OUTPUT (a .cpp) with SYMBOL.
file(READ "${INPUT}" text)
file(WRITE "${OUTPUT}" "#include <string_view>

// clang counts the characters that every compiler must take; ours take more.
#pragma GCC diagnostic ignored \"-Woverlength-strings\"

namespace flagfall::embed {

extern const std::string_view ${SYMBOL};
const std::string_view ${SYMBOL} = R\"FLAGFALL(${text})FLAGFALL\";

}  // namespace flagfall::embed
")
