#!/usr/bin/env python3
"""Style as a test: every rule of the project that a program can check.

Prints one line for each violation and exits with 1 if there is any; --sizes instead prints how long
files and functions are. The files are those that git tracks or would track; without git, all files
outside the build folder.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from functools import lru_cache

import cxx
import layers
import names
import plain
import style

RULES = style.RULES + layers.RULES + names.RULES + plain.RULES

CXX = (".cpp", ".hpp")
SCRIPTS = (".py", ".sh", ".bash", ".cmake", ".sql", ".js", ".mjs", ".ts", ".tsx",
           ".css", ".html")
PAGES = (".md",)
MADE = ("common/web/dist/", "common/web/generated/")  # by programs, from checked sources
CORES = ("common/chess/", "common/mate/", "clockd/clock/", "arbiterd/game/")


class Tree:
    """The project's files and the facts about them."""

    def __init__(self, root):
        self.root = root
        self.paths = sorted(p for p in list_files(root) if not p.startswith(MADE)
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


def spread(numbers):
    """'median / p90 / max' of a list of numbers."""
    if not numbers:
        return "-"
    ordered = sorted(numbers)
    p90 = ordered[min(len(ordered) - 1, (len(ordered) * 9) // 10)]
    return f"{ordered[len(ordered) // 2]} / {p90} / {ordered[-1]}"


def part_of(path):
    if path.startswith("tests/"):
        return "tests"
    return "/".join(path.split("/")[:2]) if path.count("/") > 1 else path.split("/")[0]


def size_row(tree, name, paths):
    functions = [f.lines for path in paths for f in tree.cxx(path).functions]
    filled = sum(1 for path in paths for _, line in tree.lines(path) if line.strip())
    comments = sum(tree.cxx(path).comment_lines for path in paths)
    checks = sum(len(re.findall(r"^(?!\s*#).*?\bFF_CHECK\(", tree.cxx(path).code, re.MULTILINE))
                 for path in paths)
    lines = [len(list(tree.lines(path))) for path in paths]
    return (name, str(len(paths)), str(sum(lines)), spread(lines),
            str(len(functions)), spread(functions),
            str(sum(1 for lines in functions if lines > style.FUNCTION_LINES)),
            f"{100 * comments / filled:.0f} %" if filled else "-",
            f"{checks / len(functions):.2f}" if functions else "-")


def print_sizes(tree):
    """C++ only, for the comparison in docs/architecture.md; the rows 'product' and
    'cores' leave the tests out."""
    paths = tree.cxx_paths()
    product = [path for path in paths if not path.startswith("tests/")]
    rows = [("part", "files", "lines", "file lines median/p90/max", "functions",
             "lines per function median/p90/max", f"over {style.FUNCTION_LINES}", "comments",
             "FF_CHECK per function")]
    for part in sorted({part_of(path) for path in paths}):
        rows.append(size_row(tree, part, [path for path in paths if part_of(path) == part]))
    for program in ("common", "clockd", "arbiterd"):
        rows.append(size_row(tree, f"all of {program}",
                             [path for path in product if path.startswith(program + "/")]))
    rows.append(size_row(tree, "cores", [path for path in product if path.startswith(CORES)]))
    rows.append(size_row(tree, "product", product))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.join(here, "..", ".."), help="the project")
    parser.add_argument("--sizes", action="store_true", help="print sizes and check nothing")
    options = parser.parse_args(arguments)
    tree = Tree(os.path.abspath(options.root))
    if options.sizes:
        print_sizes(tree)
        return 0
    found = violations(tree)
    for path, line, text, _ in found:
        print(f"{path}:{line}: {text}")
    if not found:
        print(f"{len(tree.text_paths())} files, {len(RULES)} rules: tidy")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
