# flagfall_embed(target file symbol): puts a text file into the target as
# `extern const std::string_view flagfall::embed::<symbol>`; whoever uses it declares it so.
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
