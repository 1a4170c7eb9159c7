# flagfall_embed(target file symbol): puts a text file into the target as
# `extern const std::string_view flagfall::embed::<symbol>`; declare it like this where you use it.
# The file must not contain the characters )FLAGFALL" in a row.
set(FLAGFALL_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_file.cmake)

function(flagfall_embed target file symbol)
  cmake_path(ABSOLUTE_PATH file)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embed_${symbol}.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DOUTPUT=${output} -DSYMBOL=${symbol}
            -P ${FLAGFALL_EMBED_SCRIPT}
    DEPENDS ${file} ${FLAGFALL_EMBED_SCRIPT}
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# flagfall_embed_json(target folder symbol): the same with all JSON files of a folder, as one
# object by their paths in it.
function(flagfall_embed_json target folder symbol)
  cmake_path(ABSOLUTE_PATH folder)
  set(bundle ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.json)
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/bundle_json.cmake)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.json)
  add_custom_command(OUTPUT ${bundle}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DOUTPUT=${bundle} -P ${script}
    DEPENDS ${files} ${script}
    VERBATIM)
  flagfall_embed(${target} ${bundle} ${symbol})
endfunction()

# flagfall_embed_pages(target folder symbol): the files of a folder of common/web/dist, with their
# packed forms beside them (FILE.gz, FILE.br), as `extern const web::Bundle embed::<symbol>`.
function(flagfall_embed_pages target folder symbol)
  cmake_path(ABSOLUTE_PATH folder)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(code "")
  set(names "")
  set(table "")
  set(number 0)
  foreach(file IN LISTS files)
    if(file MATCHES "\\.(gz|br)$")
      continue()
    endif()
    cmake_path(GET file FILENAME name)
    file(SHA256 ${file} digest)
    set(forms "")
    foreach(form "" .gz .br)
      string(MAKE_C_IDENTIFIER "${symbol}_${number}${form}" label)
      string(APPEND code "    \"${label}: .incbin \\\"${file}${form}\\\"\\n\"\n"
        "    \"${label}_end:\\n\"\n")
      string(APPEND names "extern const char ${label}[], ${label}_end[];\n")
      string(APPEND forms ",\n     std::string_view(${label}, ${label}_end)")
    endforeach()
    string(APPEND table "    {\"${name}\", \"${digest}\"${forms}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embed_${symbol}.cpp)
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"#include \"common/web/pages.hpp\"

asm(\".pushsection .rodata\\n\"
@code@    \".popsection\\n\");

extern \"C\" {
@names@}

namespace flagfall::embed {

static const web::Asset files[] = {
@table@};
extern const web::Bundle @symbol@;
const web::Bundle @symbol@ = files;

}  // namespace flagfall::embed
")
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${files}")
  target_sources(${target} PRIVATE ${output})
endfunction()
