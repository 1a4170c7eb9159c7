# Included while installing, with folder, bin and source set: the units, their /usr/bin replaced by
# the folder that the programs were installed to.

cmake_path(ABSOLUTE_PATH bin BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} NORMALIZE)
cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} NORMALIZE)
file(GLOB units ${source}/*.service)
foreach(unit IN LISTS units)
  cmake_path(GET unit FILENAME name)
  file(READ ${unit} text)
  string(REPLACE "=/usr/bin/" "=${bin}/" text "${text}")
  message(STATUS "Installing: $ENV{DESTDIR}${folder}/${name}")
  file(WRITE "$ENV{DESTDIR}${folder}/${name}" "${text}")
endforeach()
