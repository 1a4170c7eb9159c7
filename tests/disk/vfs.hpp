// SQLite's door to the mounted disk.
#pragma once

namespace flagfall::disk {

// Makes the mounted disk SQLite's default file system. Repeating it does nothing.
void install();

}  // namespace flagfall::disk
