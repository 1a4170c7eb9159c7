"""The form of every file: lengths, white space, words that have no place in the project."""

import ast
import fnmatch
import re

COLUMNS = 100
FUNCTION_LINES = 70
FILE_LINES = 600
CASE_CHECKS = 15
MADE = ("common/web/dist", "common/web/generated")  # by programs, from what is checked
PAGE_LINES = {"docs/architecture.md": 300}

# Written in two halves so that this file does not contain what it forbids.
WORDS = re.compile(r"\b(?:" + "|".join(("TO" "DO", "FIX" "ME", "X" "XX", "HA" "CK")) + r")\b")
MACHINE_PATHS = re.compile(r"(?<![\w.}])/(?:" + "|".join(("wo" "rk", "ro" "ot", "ho" "me")) + ")/")
SLEEPS = re.compile(r"\b(?:sleep_for|sleep_until|usleep|nanosleep)\b")
PAGE_NAME = re.compile(r"(?<![\w.*{}/-])(?:\.\./)*[\w-]+(?:/[\w-]+)*\.md\b")
CODE = re.compile(r"`([^`\n]+)`")
FILE_NAME = re.compile(r"[\w.-]+(?:/[\w.*-]+)+")
SECTION = re.compile(r"\(([^()]*), section \d")
TEST_CASES = ("TEST_CASE", "TEMPLATE_TEST_CASE", "SCENARIO")
CHECK = re.compile(r"\b(?:CHECK|REQUIRE)(?:_[A-Z_]+)?\(")
SHELL_FUNCTION = re.compile(r"^(?:function\s+)?([\w-]+)\s*\(\)\s*\{\s*$")

TYPESCRIPT_FUNCTION = re.compile(
    r"^( *)(?:(?:export |default |async |static |override |get |set |private |readonly )*)"
    r"(?:function\*? (\w+)\b|(?:const|let) (\w+)\b[^=]*= .*=> \{$|([#\w]+)(?:<[^>]*>)?\(.*\{$"
    r"|([#\w]+) = .*=> \{$)")
TYPESCRIPT_WORDS = ("if", "for", "while", "switch", "catch", "return")


def check_columns(tree):
    """columns: code fits on a screen."""
    for path in tree.code_paths():
        for number, line in tree.lines(path):
            if len(line) > COLUMNS:
                yield path, number, f"{len(line)} columns, break the line at {COLUMNS}"


def check_functions(tree):
    """function-length: a function fits on a page."""
    for path in tree.code_paths():
        for name, first, last in functions_of(tree, path):
            if last - first + 1 > FUNCTION_LINES:
                yield path, first, (f"{name}() has {last - first + 1} lines, "
                                    f"split it so that no part has more than {FUNCTION_LINES}")


def check_files(tree):
    """file-length: a file is short enough to understand as a whole."""
    for path in tree.text_paths():
        limit = PAGE_LINES.get(path, FILE_LINES if tree.is_code(path) else None)
        count = sum(1 for _ in tree.lines(path))
        if limit and count > limit:
            yield path, limit + 1, f"{count} lines, split the file at {limit}"


def check_white_space(tree):
    """white-space: no tabs, no trailing spaces, a newline at the end."""
    for path in tree.text_paths():
        for number, line in tree.lines(path):
            if "\t" in line and tree.is_code(path):
                yield path, number, "tab, write spaces (or \\t in a literal)"
            if line != line.rstrip():
                yield path, number, "trailing space, delete it"
        text = tree.text(path)
        if text and (not text.endswith("\n") or text.endswith("\n\n")):
            yield path, text.count("\n") + 1, "wrong end of file, end it with one newline"


def check_pragma_once(tree):
    """pragma-once: headers guard themselves in one way."""
    for path in tree.cxx_paths():
        if path.endswith(".hpp") and not re.search(r"^#pragma once$", tree.cxx(path).directives,
                                                   re.MULTILINE):
            yield path, 1, "header without #pragma once, add it below the opening comment"


def check_names(tree):
    """file-name: C++ files end in .cpp and .hpp, or the other rules would not check them."""
    for path in tree.paths:
        if re.search(r"\.(?:c|cc|cxx|c\+\+|h|hh|hxx|h\+\+|ipp|inl|tpp)$", path):
            yield path, 1, "unknown ending, name C++ files .cpp and .hpp"


def check_test_names(tree):
    """test-name: files with test cases, and only they, end in _test.cpp."""
    for path in tree.cxx_paths():
        if not path.startswith("tests/"):
            continue
        has = re.search(r"^(?:TEST_CASE|TEMPLATE_TEST_CASE|SCENARIO)", tree.cxx(path).code,
                        re.MULTILINE) is not None
        if has and not path.endswith("_test.cpp"):
            yield path, 1, "has test cases, name it _test.cpp"
        elif path.endswith("_test.cpp") and not has:
            yield path, 1, "has no test case, name it for what it is"


def check_test_cases(tree):
    """test-case: a test case is about one idea, so it has few checks."""
    for path in tree.cxx_paths():
        if not path.startswith("tests/"):
            continue
        lines = tree.cxx(path).code.split("\n")
        for case in tree.cxx(path).functions:
            checks = len(CHECK.findall("\n".join(lines[case.first - 1:case.last])))
            if case.name in TEST_CASES and checks > CASE_CHECKS:
                yield path, case.first, (f"{checks} checks, split the test case by its ideas, "
                                         f"{CASE_CHECKS} each at most")


def check_words(tree):
    """word: no notes to self, no paths of one machine."""
    for path in tree.text_paths():
        for number, line in tree.lines(path):
            for match in WORDS.finditer(line):
                yield path, number, f"{match.group()}, do it now or delete the note"
            for match in MACHINE_PATHS.finditer(line):
                yield path, number, f"{match.group()}, write a path relative to the project"


def check_documents(tree):
    """document: a named page exists, and a section belongs to a named page."""
    known = {path.rpartition("/")[2] for path in tree.paths}
    for path in tree.code_paths():
        for number, line in tree.lines(path):
            for match in PAGE_NAME.finditer(line):
                name = match.group()
                if "/" in name and not name.startswith("..") and name not in tree.paths or (
                        name.rpartition("/")[2] not in known):
                    yield path, number, f"{name} is not in the repository"
            for match in SECTION.finditer(line):
                if tree.is_cxx(path) and not match.group(1).endswith((".md", "standard")):
                    yield path, number, f"{match.group()} of which page? Name its file"


def check_paths_in_pages(tree):
    """page-path: what a page names as `folder/file` is there; a word in capitals is any name."""
    there = set(tree.paths)
    for path in tree.paths:
        while "/" in path:
            path = path.rpartition("/")[0]
            there.add(path)
    tops = {path.partition("/")[0] for path in tree.paths}
    for path in tree.paths:
        fenced = False
        for number, line in tree.lines(path) if path.endswith(".md") else ():
            fenced ^= line.startswith("```")
            words = [] if fenced else " ".join(CODE.findall(line)).split()
            for word in (word.rstrip("/,:") for word in words):
                parts = word.split("/")
                if (FILE_NAME.fullmatch(word) and parts[0] in tops and word not in there
                        and not word.startswith(MADE) and not any(p.isupper() for p in parts)
                        and not fnmatch.filter(there, word)):
                    yield path, number, f"{word} is not in the repository"


def check_sleeps(tree):
    """sleep: a test that sleeps is slow and still fails on a slow day."""
    for path in tree.cxx_paths():
        if not path.startswith("tests/"):
            continue
        code = tree.cxx(path).code
        for match in SLEEPS.finditer(code):
            yield path, tree.line_of(code, match.start()), (
                f"{match.group()} in a test, wait for an event or step the time yourself")


def functions_of(tree, path):
    """(name, first line, last line) of each function of a file whose language is supported."""
    if tree.is_cxx(path):
        return [(f.name, f.first, f.last) for f in tree.cxx(path).functions]
    if path.endswith(".py"):
        return python_functions(tree.text(path))
    if tree.is_typescript(path):
        return typescript_functions(tree.text(path))
    if tree.is_shell(path):
        return shell_functions(tree.text(path))
    return []


def python_functions(text):
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return []
    return [(node.name, node.lineno, node.end_lineno) for node in nodes
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]


def shell_functions(text):
    """Functions in our layout: `name() {` and a `}` at the start of a line."""
    found, name, first = [], None, 0
    for number, line in enumerate(text.split("\n"), 1):
        match = SHELL_FUNCTION.match(line)
        if match and name is None:
            name, first = match.group(1), number
        elif line.startswith("}") and name is not None:
            found.append((name, first, number))
            name = None
    return found


def typescript_functions(text):
    """Functions as Biome formats them: they end at a brace with their own indentation."""
    lines = text.split("\n")
    found = []
    for number, line in enumerate(lines, 1):
        match = TYPESCRIPT_FUNCTION.match(line)
        name = match and next((group for group in match.groups()[1:] if group), None)
        if not name or name in TYPESCRIPT_WORDS:
            continue
        end = re.compile(match.group(1) + r"\}")
        last = next((at for at in range(number, len(lines)) if end.match(lines[at])), None)
        if last is not None:
            found.append((name, number, last + 1))
    return found


RULES = (check_columns, check_functions, check_files, check_white_space, check_pragma_once,
         check_names, check_test_names, check_test_cases, check_words, check_documents,
         check_paths_in_pages, check_sleeps)
