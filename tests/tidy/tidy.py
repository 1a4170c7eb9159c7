#!/usr/bin/env python3
"""Style as a test: every rule of the project that a program can check.

Prints one line for each violation and exits with 1 if there is any; --sizes instead prints how long
files and functions are. The files are those that git tracks or would track; without git, all files
outside the build folder.
"""

import argparse
import os
import shutil
import subprocess
import sys
from functools import lru_cache

import cxx
import layers
import names
import plain
import sizes
import style

RULES = style.RULES + layers.RULES + names.RULES + plain.RULES + sizes.RULES

CXX = (".cpp", ".hpp")
SCRIPTS = (".py", ".sh", ".bash", ".cmake", ".sql", ".js", ".mjs", ".ts", ".tsx",
           ".css", ".html")
PAGES = (".md",)


class Tree:
    """The project's files and the facts about them."""

    def __init__(self, root):
        self.root = root
        self.paths = sorted(p for p in list_files(root) if not p.startswith(style.MADE)
                            and os.path.isfile(os.path.join(root, p)))
        self.text = lru_cache(maxsize=None)(self._text)
        self.cxx = lru_cache(maxsize=None)(lambda path: cxx.read(self.text(path)))
        self.line_of = cxx.line_of

    def _text(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8", errors="replace",
                  newline="") as file:
            return file.read()

    def lines(self, path):
        text = self.text(path)
        return enumerate(text.removesuffix("\n").split("\n") if text else [], 1)

    def is_cxx(self, path):
        return path.endswith(CXX)

    def is_typescript(self, path):
        return path.endswith((".ts", ".tsx", ".mjs"))

    def is_shell(self, path):
        return path.endswith((".sh", ".bash")) or self.is_script_without_ending(path)

    def is_script_without_ending(self, path):
        name = path.rpartition("/")[2]
        return "." not in name and name != "LICENSE" and self.text(path).startswith("#!")

    def is_code(self, path):
        return (self.is_cxx(path) or path.endswith(SCRIPTS) or path.endswith("CMakeLists.txt")
                or self.is_script_without_ending(path))

    def cxx_paths(self):
        return [path for path in self.paths if self.is_cxx(path)]

    def code_paths(self):
        return [path for path in self.paths if self.is_code(path)]

    def text_paths(self):
        return [path for path in self.paths if self.is_code(path) or path.endswith(PAGES)]


def list_files(root):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root,
                            capture_output=True, check=False) if has_git(root) else None
    if listed and listed.returncode == 0:
        return [name for name in listed.stdout.decode().split("\0") if name]
    found = []
    for folder, inner, names in os.walk(root):
        inner[:] = [n for n in inner if n not in (".git", "build", "__pycache__",
                                                 "node_modules")]
        found += [os.path.relpath(os.path.join(folder, n), root) for n in names]
    return found


def has_git(root):
    """The root itself is a repository: a folder in another repository is read unchanged."""
    return shutil.which("git") is not None and os.path.exists(os.path.join(root, ".git"))


def violations(tree):
    """(path, line, text, rule) for each violation, in the order of the files."""
    found = []
    for rule in RULES:
        name = rule.__doc__.partition(":")[0]
        found += [(path, line, text, name) for path, line, text in rule(tree)]
    return sorted(found)


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.join(here, "..", ".."), help="the project")
    parser.add_argument("--sizes", action="store_true", help="print sizes and check nothing")
    options = parser.parse_args(arguments)
    tree = Tree(os.path.abspath(options.root))
    if options.sizes:
        sizes.print_sizes(tree)
        return 0
    found = violations(tree)
    for path, line, text, _ in found:
        print(f"{path}:{line}: {text}")
    if not found:
        print(f"{len(tree.text_paths())} files, {len(RULES)} rules: tidy")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
