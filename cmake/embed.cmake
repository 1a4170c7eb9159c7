# flagfall_embed(target file symbol): puts a text file into the target as
# `extern const std::string_view flagfall::embed::<symbol>`; declare it so where you use it.
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
