# -DNAME=arbiterd -DPROGRAM=... -DFOLDER=...: the program's output about itself: FOLDER/man/*.1, one
# page for the program and one for each of its commands, and FOLDER/{bash,zsh,fish}.

function(print_to file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/man)
print_to(${FOLDER}/man/${NAME}.1 man)
execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n  ${NAME} [a-z][a-z-]*" commands "${help}")
if(NOT commands)
  message(FATAL_ERROR "${NAME} --help lists no command")
endif()
foreach(line IN LISTS commands)
  string(REGEX REPLACE ".* " "" command "${line}")
  print_to(${FOLDER}/man/${NAME}-${command}.1 man ${command})
endforeach()
foreach(shell bash zsh fish)
  print_to(${FOLDER}/${shell} completion ${shell})
endforeach()
