# The files of `cmake --install`: the programs, the manual pages and completions that they print
# themselves, schemas, docs, and the units for systemd.

include(GNUInstallDirs)
set(FLAGFALL_UNITDIR lib/systemd/system CACHE STRING "where units for systemd are installed")

set(folders_bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
set(folders_zsh ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
set(folders_fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

set(pages "")
foreach(program clockd arbiterd)
  set(made ${PROJECT_BINARY_DIR}/pages/${program})
  add_custom_command(OUTPUT ${made}.stamp
    COMMAND ${CMAKE_COMMAND} -DNAME=${program} -DPROGRAM=$<TARGET_FILE:${program}>
            -DFOLDER=${made} -P ${CMAKE_CURRENT_LIST_DIR}/pages.cmake
    COMMAND ${CMAKE_COMMAND} -E touch ${made}.stamp
    DEPENDS ${program} ${CMAKE_CURRENT_LIST_DIR}/pages.cmake VERBATIM)
  list(APPEND pages ${made}.stamp)
  install(TARGETS ${program} RUNTIME)
  install(DIRECTORY ${made}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${made}/bash DESTINATION ${folders_bash} RENAME ${program})
  install(FILES ${made}/zsh DESTINATION ${folders_zsh} RENAME _${program})
  install(FILES ${made}/fish DESTINATION ${folders_fish} RENAME ${program}.fish)
endforeach()
add_custom_target(pages ALL DEPENDS ${pages})

install(DIRECTORY schemas/ DESTINATION ${CMAKE_INSTALL_DATADIR}/flagfall/schemas)
# As in the repository, so that links between pages lead somewhere.
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs
  FILES_MATCHING PATTERN *.md PATTERN *.webp PATTERN *.service)
install(DIRECTORY db/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/db)
install(FILES README.md LICENSE SECURITY.md CHANGELOG.md CONTRIBUTING.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The units name the installed programs; their place is known only during the installation.
install(CODE "
  set(folder ${FLAGFALL_UNITDIR})
  set(bin ${CMAKE_INSTALL_BINDIR})
  set(source ${PROJECT_SOURCE_DIR}/docs/systemd)
  include(${CMAKE_CURRENT_LIST_DIR}/install_units.cmake)")

# The components of the programs.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)  # as for the tests
endif()
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND)
  set(FLAGFALL_SBOM ${PROJECT_BINARY_DIR}/flagfall.cdx.json)
  add_custom_command(OUTPUT ${FLAGFALL_SBOM}
    COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/cmake/sbom.py
            --version ${PROJECT_VERSION} --output ${FLAGFALL_SBOM}
            $<TARGET_FILE:clockd> $<TARGET_FILE:arbiterd>
    DEPENDS clockd arbiterd ${PROJECT_SOURCE_DIR}/cmake/sbom.py VERBATIM)
  add_custom_target(sbom ALL DEPENDS ${FLAGFALL_SBOM})
  install(FILES ${FLAGFALL_SBOM} DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
