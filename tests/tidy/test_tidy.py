#!/usr/bin/env python3
"""A rule that never fires is useless: each one gets a small tree that breaks it."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import cxx  # noqa: E402
import style  # noqa: E402
import tidy  # noqa: E402

# A tree that breaks nothing; each case adds to it or replaces a file of it.
CLEAN = {
    "CMakeLists.txt": "add_subdirectory(common)\nadd_subdirectory(clockd)\n"
                      "add_subdirectory(arbiterd)\nadd_subdirectory(tests)\n",
    "common/CMakeLists.txt": "".join(f"add_subdirectory({name})\n" for name in
                                     ("base", "chess", "mate", "wire", "store", "net")),
    **{f"common/{name}/CMakeLists.txt": f"flagfall_library(flagfall_{name})\n"
       for name in ("base", "chess", "mate", "wire", "store", "net")},
    **{f"{name}/CMakeLists.txt": f"add_subdirectory({core})\nflagfall_program({name} "
                                 "SOURCES main.cpp shell/loop.cpp client/dgt.cpp)\n"
       for name, core in (("clockd", "clock"), ("arbiterd", "game"))},
    "clockd/clock/CMakeLists.txt": "flagfall_library(clockd_clock)\n",
    "arbiterd/game/CMakeLists.txt": "flagfall_library(arbiterd_game ROOMS laws acts)\n",
    "tests/CMakeLists.txt": "flagfall_test(base LABEL fast DEPS flagfall_base)\n"
                            "add_executable(bench bench/${name}.cpp)\n",
    "common/base/side.hpp": "// The two sides.\n#pragma once\n\n#include <array>\n",
    "common/base/now.hpp": "#pragma once\n",
    "common/base/now.cpp": '#include "common/base/now.hpp"\n\n#include <ctime>\n\n'
                           "void f() { clock_gettime(0, nullptr); }\n",
    "common/chess/board.hpp": '#pragma once\n\n#include "common/base/side.hpp"\n',
    "common/wire/messages.hpp": '#pragma once\n\n#include "common/base/side.hpp"\n',
    "common/wire/codec.cpp": '#include <nlohmann/json.hpp>\n\n'
                             '#include "common/wire/messages.hpp"\n',
    "common/store/log.cpp": "#include <sqlite3.h>\n",
    "common/net/http.cpp": "#include <boost/beast.hpp>\n",
    "clockd/clock/boards.hpp": '#pragma once\n\n#include "common/chess/board.hpp"\n'
                            '#include "common/wire/messages.hpp"\n',
    "clockd/main.cpp": '#include <boost/asio.hpp>\n\n#include "clockd/clock/boards.hpp"\n'
                       '#include "common/base/now.hpp"\n',
    "tests/unit/base/side.cpp": '#include "common/base/side.hpp"\n',
    "docs/desk.md": "A page about " + "wide " * 40 + "tables.\n",
    "data/game.tsv": "id\tno code, so nothing here is checked \n",
}

LONG = "    int a = 0;\n" * 70

# (rule, path, content, line, part of the message)
CASES = (
    ("columns", "tests/unit/base/a.cpp", "int a;\n// " + "x" * 98 + "\n", 2, "101 columns"),
    ("columns", "tests/a.py", "a = '" + "x" * 100 + "'\n", 1, "columns"),
    ("function-length", "tests/unit/base/a.cpp", "\nvoid far() {\n" + LONG + "}\n", 2, "far()"),
    ("function-length", "tests/a.py", "def far():\n" + "    a = 0\n" * 70, 1, "far()"),
    ("function-length", "tests/a.sh", "far() {\n" + LONG + "}\n", 1, "far()"),
    ("function-length", "probe", "#!/bin/bash\nfar() {\n" + LONG + "}\n", 2, "far()"),
    ("columns", "common/web/src/a.tsx", "const a = 1;\n// " + "x" * 98 + "\n", 2, "101 columns"),
    ("function-length", "common/web/src/a.ts", "export async function far(a: A): P<void> {\n"
     + LONG + "}\n", 1, "far()"),
    ("function-length", "common/web/src/a.tsx", "class A {\n  #far(): void {\n" + LONG + "  }\n}\n",
     2, "#far()"),
    ("function-length", "common/web/src/a.ts", "const far = (a: A) => {\n" + LONG + "};\n", 1,
     "far()"),
    ("file-length", "common/web/src/a.ts", "a();\n" * 601, 601, "601 lines"),
    ("plain-word", "common/web/src/text/en.ts", 'const a = "x";\nconst b = "Told late";\n', 2,
     "report"),
    ("file-length", "tests/unit/base/a.cpp", "int a();\n" * 601, 601, "601 lines"),
    ("file-length", "tests/a.sql", "SELECT 1;\n" * 601, 601, "601 lines"),
    ("file-length", "docs/architecture.md", "line\n" * 301, 301, "301 lines"),
    ("white-space", "tests/unit/base/a.cpp", "\tint a;\n", 1, "tab"),
    ("white-space", "tests/unit/base/a.cpp", "int a; \n", 1, "trailing space"),
    ("white-space", "docs/desk.md", "word\r\n", 1, "trailing space"),
    ("white-space", "tests/unit/base/a.cpp", "int a;", 1, "end of file"),
    ("white-space", "tests/unit/base/a.cpp", "int a;\n\n", 3, "end of file"),
    ("pragma-once", "common/base/side.hpp", "// #pragma once\n", 1, "#pragma once"),
    ("file-name", "common/base/old.h", "#pragma once\n", 1, ".hpp"),
    ("test-name", "tests/unit/base/a.cpp", 'TEST_CASE("a", "[b]") {}\n', 1, "_test.cpp"),
    ("test-name", "tests/unit/base/a_test.cpp", "int a;\n", 1, "for what it is"),
    ("test-case", "tests/unit/base/a_test.cpp", 'int a;\nTEST_CASE("a", "[b]") {\n' +
     "    CHECK(1);\n    REQUIRE_FALSE(0);\n" * 8 + "}\n", 2, "16 checks"),
    ("word", "tests/unit/base/a.cpp", "// TO" "DO: later\n", 1, "do it now"),
    ("word", "docs/desk.md", "a\nFIX" "ME\n", 2, "do it now"),
    ("word", "clockd/CMakeLists.txt", "# X" "XX\n", 1, "do it now"),
    ("word", "tests/a.py", "# a HA" "CK\n", 1, "do it now"),
    ("word", "tests/a.py", 'PLACE = "/ro' 'ot/data"\n', 1, "relative"),
    ("word", "docs/desk.md", "see `/wo" "rk/main`\n", 1, "relative"),
    ("word", "tests/a.sh", "cd /ho" "me/me\n", 1, "relative"),
    ("document", "tests/unit/base/a.cpp", "// As docs/lost" ".md says.\n", 1, "not in the"),
    ("document", "tests/a.py", "# See lost" ".md\n", 1, "not in the"),
    ("document", "tests/unit/base/a.cpp", "// So (design, section 4).\n", 1, "which page?"),
    ("page-path", "docs/desk.md", "See `common/lost.hpp`.\n", 1, "not in the repository"),
    ("page-path", "docs/desk.md", "\nSee `common/base/lost*.hpp`.\n", 2, "not in the repository"),
    ("sizes", "docs/architecture.md",
     "## Sizes\n| clockd | 2 | 6 | 3/3/3 | 0 | - | 0 | 0 % | - |\n", 2,
     "sizes of all of clockd are others"),
    ("sleep", "tests/unit/base/a.cpp", "void f() {\n    std::this_thread::sleep_for(x);\n}\n", 2,
     "sleep_for"),
    ("sleep", "tests/unit/base/a.cpp", "void f() { usleep(1); }\n", 1, "usleep"),
    ("sleep", "tests/unit/base/a.cpp", "void f() { g::sleep_until(x); }\n", 1, "sleep_until"),
    ("include-path", "tests/unit/base/a.cpp", '#include "side.hpp"\n', 1, "root"),
    ("include-path", "clockd/main.cpp", "#include <clockd/clock/boards.hpp>\n", 1, "quotes"),
    ("dead-header", "common/base/lost.hpp", "#pragma once\n", 1, "no file includes"),
    ("dead-header", "common/base/lost.hpp", '#pragma once\n#include "common/base/lost.hpp"\n', 1,
     "no file includes"),
    ("not-built", "clockd/shell/lost.cpp", "int a;\n", 1, "builds"),
    ("not-built", "tests/unit/lost/a.cpp", "int a;\n", 1, "builds"),
    ("layer-table", "docs/architecture.md", "## Layers\n\n| lost | `common/lost` | |\n", 3,
     "no row in"),
    ("layer-table", "docs/architecture.md", "## Layers\n", 1, "has no row here"),
    ("layer-table", "docs/architecture.md", "## Layers\n| x | `common/cli` | |\n", 2, "no folder"),
    ("layer-words", "docs/architecture.md", "## Layers\n| x | `common/mate` | y | base |\n", 2,
     '"chess" may be used'),
    ("layer-words", "docs/architecture.md",
     "## Layers\n| x | `common/chess` | y | base, net |\n", 2, '"net" is not'),
    ("clock-call", "clockd/main.cpp", "long a = clock_gettime(0, p);\n", 1, "clock"),
    ("namespace", "clockd/main.cpp", "namespace flagfall::chess {\n}\n", 1, "clockd"),
    ("clock-call", "common/net/http.cpp", "auto a = std::chrono::steady_clock::now();\n", 1, "now"),
    ("clock-call", "tests/unit/store/a.cpp", "\nauto a = system_clock::now();\n", 2, "now"),
    ("clock-call", "clockd/main.cpp", "long a = time(nullptr);\n", 1, "clock"),
    ("field-name", "schemas/api/a.json", '{"properties": {"a": {"items": {\n'
     '"properties": {"fide_id": {}}}}}}', 2, "the field fide_id is not in camelCase"),
    ("field-name", "schemas/office/command.json", '{"properties": {\n"if_match": {}}}', 2,
     "camelCase"),
    ("plain-word", "tests/unit/base/a.cpp", "// One of whom.\nint a;\n", 1, "name the person"),
    ("plain-word", "tests/unit/base/a.cpp", "int a;\nauto b = \"who\"\n    \"ever\";\n"
     "auto c = \"Whoever asks\";\n", 4, "anybody who"),
    ("plain-word", "tests/unit/base/a.cpp", "// It tells\n// why.\n", 1, "report"),
    ("plain-word", "tests/a.py", 'a = 1\nb = f"{a} was told"\n', 2, "report"),
    ("plain-word", "tests/a.py", '"""Two\nwords anew."""\n', 2, "again"),
    ("plain-word", "tests/a.sh", "echo mended\n", 1, "fix"),
    ("plain-word", "docs/desk.md", "a\nthey hang\nup then\n", 2, "disconnect"),
    ("plain-word", "clockd/main.cpp", "// Sent in the\n// clear.\n", 1, "unencrypted"),
)

# (folder of the file, include, allowed)
INCLUDES = (
    ("common/base", '"common/chess/board.hpp"', False),
    ("common/base", '"common/base/now.hpp"', False),
    ("common/chess", '"common/base/side.hpp"', True),
    ("common/chess", '"common/wire/messages.hpp"', False),
    ("common/mate", '"common/chess/board.hpp"', True),
    ("common/mate", '"clockd/clock/boards.hpp"', False),
    ("common/wire", '"common/chess/board.hpp"', False),
    ("common/wire", '"common/base/now.hpp"', True),
    ("common/store", '"common/wire/messages.hpp"', True),
    ("common/store", '"common/chess/board.hpp"', False),
    ("common/net", '"common/wire/messages.hpp"', True),
    ("common/net", '"clockd/clock/boards.hpp"', False),
    ("clockd/clock", '"common/wire/messages.hpp"', True),
    ("clockd/clock", '"common/wire/codec.hpp"', False),
    ("arbiterd/tournament", '"common/wire/codec.hpp"', False),
    ("clockd/clock", '"common/base/now.hpp"', False),
    ("clockd/clock", '"clockd/shell/loop.hpp"', False),
    ("arbiterd/game/laws", '"clockd/clock/boards.hpp"', False),
    ("arbiterd/game/laws", '"arbiterd/game/acts/desk.hpp"', False),
    ("arbiterd/game/acts", '"arbiterd/game/acts/desk.hpp"', True),
    ("arbiterd/shell", '"clockd/clock/boards.hpp"', False),
    ("arbiterd/shell", '"common/wire/codec.hpp"', True),
    ("arbiterd/shell", '"tests/support/catch.hpp"', False),
    ("clockd/client", '"clockd/shell/loop.hpp"', False),
    ("clockd/shell", '"clockd/clock/boards.hpp"', True),
    ("clockd", '"clockd/shell/loop.hpp"', True),
    ("clockd/lost", '"common/base/side.hpp"', False),
    ("arbiterd/api", '"common/wire/codec.hpp"', True),
    ("arbiterd/console", '"common/wire/codec.hpp"', True),
    ("common/extra", '"common/base/side.hpp"', False),
    ("tests/unit/base", '"clockd/clock/boards.hpp"', True),
    ("common/base", "<vector>", True),
    ("common/base", "<iostream>", False),
    ("common/chess", "<sstream>", False),
    ("common/chess", "<chrono>", False),
    ("common/mate", "<thread>", False),
    ("common/mate", "<random>", False),
    ("clockd/clock", "<mutex>", False),
    ("clockd/clock", "<sys/socket.h>", False),
    ("arbiterd/game/laws", "<unistd.h>", False),
    ("arbiterd/game/laws", "<nlohmann/json.hpp>", False),
    ("arbiterd/game/laws", "<sqlite3.h>", False),
    ("clockd/clock", "<boost/asio.hpp>", False),
    ("common/wire", "<nlohmann/json.hpp>", True),
    ("common/wire", "<boost/asio.hpp>", False),
    ("common/wire", "<boost/json.hpp>", False),
    ("common/store", "<boost/asio.hpp>", False),
    ("common/store", "<sqlite3.h>", True),
    ("common/net", "<sqlite3.h>", False),
    ("common/net", "<boost/asio.hpp>", True),
    ("common/net", "<boost/beast/http.hpp>", False),
    ("clockd/shell", "<boost/beast.hpp>", False),
    ("clockd/shell", "<boost/asio.hpp>", True),
    ("arbiterd/shell", "<sqlite3.h>", False),
    ("tests/unit/base", "<sqlite3.h>", True),
)

# Included by the cases above, but not in the clean tree's folders.
OTHERS = ("common/wire/codec.hpp", "clockd/shell/loop.hpp", "tests/support/catch.hpp",
          "arbiterd/game/acts/desk.hpp")

CODE = r'''
#define MACRO(x) do { if (x) { \
    } while (0)
// void comment() {
/* void block() { */
namespace flagfall::chess {
namespace {
constexpr int million = 1'000'000; constexpr char brace = '{', quote = '\'';
const char* text = "void string() {";
const char* raw = R"x(void raw() { " )" )x";
struct Table { int a[2] = {1, 2}; };
enum class Side : int { white, black };
const Table table{.a = {3, 4}};
const auto twice = [](int a) {
    return 2 * a;
};
template <class T, int N = 3>
    requires(N > 2)
struct Pair : Base<T> {
    Pair(T a, T b) : Base<T>{a}, first_(a), second_{b} {
        check();
    }
    ~Pair() { done(); }
    bool operator==(const Pair& other) const { return first_ == other.first_; }
    Pair& operator=(const Pair&) = default;
    int operator()(int a = 0, std::vector<int> b = {}) const noexcept { return a; }
    explicit operator bool() const { return true; }
 private:
    T first_{};
};
}  // namespace
std::vector<std::pair<int, int>>
Position::moves(const Setup& setup) const {
    auto inner = [&](int a) {
        struct Local { void f() { g(); } };
        for (int i = 0; i < a; ++i) { use(i); }
    };
    return {};
}
template <class T>
auto convert(T t) -> std::vector<T> {
    return {t};
}
struct Setup* find(int a) { return nullptr; }
extern "C" {
void c_function(void) {}
}
TEST_CASE("a test", "[tag]") {
    SECTION("inner") { CHECK(1); }
}
}
'''

FUNCTIONS = [
    ("lambda", 14, 16), ("Pair", 20, 22), ("~Pair", 23, 23), ("operator==", 24, 24),
    ("operator", 26, 26), ("operator bool", 27, 27), ("Position::moves", 32, 39),
    ("convert", 40, 43), ("find", 44, 44), ("c_function", 46, 46), ("TEST_CASE", 48, 50),
]


def check(files):
    """The violations of a tree with these files."""
    with tempfile.TemporaryDirectory() as root:
        write(root, files)
        return tidy.violations(tidy.Tree(root))


def write(root, files):
    for path, content in files.items():
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8", newline="") as file:
            file.write(content)


class Rules(unittest.TestCase):
    def test_clean_tree_is_tidy(self):
        self.assertEqual(check(CLEAN), [])

    def test_each_case_fires_its_rule(self):
        for rule, path, content, line, part in CASES:
            with self.subTest(rule=rule, path=path):
                found = [v for v in check({**CLEAN, path: content}) if v[0] == path]
                self.assertTrue(any(v[1] == line and part in v[2] and v[3] == rule for v in found),
                                f"{rule} on {path} gave {found}")

    def test_each_rule_has_a_case(self):
        names = {rule.__doc__.partition(":")[0] for rule in tidy.RULES}
        fired = {case[0] for case in CASES} | {"dependency", "pure-header", "firewall"}
        self.assertEqual(names, fired)

    def test_include_table(self):
        fired = set()
        for folder, include, fine in INCLUDES:
            path = f"{folder}/probe.cpp"
            files = {**CLEAN, **{other: "#pragma once\n" for other in OTHERS},
                     path: f"// Probe.\n#include {include}\n"}
            found = [v for v in check(files) if v[0] == path and v[3] != "not-built"]
            with self.subTest(path=path, include=include):
                self.assertEqual(not found, fine, found)
            fired |= {v[3] for v in found}
        self.assertEqual(fired, {"dependency", "pure-header", "firewall"})

    def test_json_stays_out_of_headers(self):
        header = "#pragma once\n#include <nlohmann/json.hpp>\n"
        found = check({**CLEAN, "common/wire/messages.hpp": header})
        self.assertIn(("common/wire/messages.hpp", 2, "firewall"),
                      [(v[0], v[1], v[3]) for v in found])

    def test_wire_headers_are_pure(self):
        header = "#pragma once\n#include <chrono>\n"
        found = check({**CLEAN, "common/wire/messages.hpp": header})
        self.assertEqual([v[3] for v in found], ["pure-header"])

    def test_commented_and_quoted_code_is_not_code(self):
        text = ('// sleep_for\n/* #include "none.hpp"\n#include "none.hpp" */\n'
                'const char* a = "usleep";\nconst char* b = R"(\n#include "none.hpp"\n)";\n')
        self.assertEqual(check({**CLEAN, "tests/unit/base/a.cpp": text}), [])

    def test_folder_must_be_added_to_the_build(self):
        found = check({**CLEAN, "arbiterd/console/CMakeLists.txt": "flagfall_library(tls)\n",
                       "arbiterd/console/page.cpp": "int a;\n"})
        self.assertEqual([(v[0], v[3]) for v in found],
                         [("arbiterd/console/page.cpp", "not-built")])


class PlainWords(unittest.TestCase):
    """The code that the rule accepts."""

    def test_names_in_code(self):
        self.assertEqual(check({**CLEAN, "tests/unit/base/a.cpp":
                                "int told(bool tell) { return tell ? told : anew; }\n"
                                "// `told` has a name, and told() and x.told are names.\n",
                                "tests/a.py": "told = 1\nprint(f\"{told} and --tell\")\n"}), [])

    def test_code_in_pages(self):
        self.assertEqual(check({**CLEAN, "docs/desk.md": "Use `tell`:\n\n```\ntell me\n```\n"}), [])

    def test_phrases(self):
        self.assertEqual(check({**CLEAN, "docs/desk.md": "Colours tell\nthem apart.\n"}), [])


class Limits(unittest.TestCase):
    def test_exactly_at_the_limit_is_fine(self):
        body = "void f() {\n" + "    g();\n" * 68 + "}\n"
        line = "// " + "x" * 97 + "\n"
        self.assertEqual(check({**CLEAN, "tests/unit/base/a.cpp": body + line}), [])
        self.assertEqual(check({**CLEAN, "tests/unit/base/b.cpp": "int a();\n" * 600}), [])
        case = 'TEST_CASE("a") {\n' + "    CHECK(1);\n" * 15 + "}\n"
        self.assertEqual(check({**CLEAN, "tests/unit/base/a_test.cpp": case * 2}), [])


class Reader(unittest.TestCase):
    def test_functions(self):
        found = [(f.name, f.first, f.last) for f in cxx.read(CODE).functions]
        self.assertEqual(found, FUNCTIONS)

    def test_blanking_keeps_lines(self):
        source = cxx.read(CODE)
        self.assertEqual(source.code.count("\n"), CODE.count("\n"))
        self.assertEqual(source.directives.count("\n"), CODE.count("\n"))

    def test_comment_lines(self):
        source = cxx.read("// one\nint a;  // not counted\n/* two\n   three */\n\nint b;\n")
        self.assertEqual(source.comment_lines, 3)

    def test_python_functions(self):
        text = "class A:\n    def f(self):\n        def g():\n            pass\n        return g\n"
        self.assertEqual(sorted(style.python_functions(text)), [("f", 2, 5), ("g", 3, 4)])


class Program(unittest.TestCase):
    def run_tidy(self, root, *arguments):
        return subprocess.run([sys.executable, "-B", os.path.join(HERE, "tidy.py"), "--root", root,
                               *arguments], capture_output=True, text=True, check=False)

    def test_exit_status_and_one_line_each(self):
        with tempfile.TemporaryDirectory() as root:
            write(root, CLEAN)
            self.assertEqual(self.run_tidy(root).returncode, 0)
            write(root, {"tests/unit/base/a.cpp": "int a; \nint b; \n"})
            result = self.run_tidy(root)
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stdout.splitlines(), [
                "tests/unit/base/a.cpp:1: trailing space, delete it",
                "tests/unit/base/a.cpp:2: trailing space, delete it"])

    def test_sizes(self):
        with tempfile.TemporaryDirectory() as root:
            text = "// One.\nvoid f() {\n    FF_CHECK(1);\n}\n"
            write(root, {**CLEAN, "clockd/clock/a.cpp": text})
            lines = self.run_tidy(root, "--sizes").stdout.splitlines()
            core = next(line for line in lines if line.startswith("clockd/clock"))
            self.assertRegex(core, r"3 / 3 / 3\s+0\s+\d+ %\s+1\.00$")

    @unittest.skipUnless(shutil.which("git"), "git is not installed")
    def test_ignored_files_are_not_read(self):
        with tempfile.TemporaryDirectory() as root:
            write(root, {**CLEAN, ".gitignore": "/out/\n", "out/a.py": "a \n", "b.py": "b \n"})
            subprocess.run(["git", "init", "-q"], cwd=root, check=True)
            self.assertEqual(self.run_tidy(root).stdout.splitlines(),
                             ["b.py:1: trailing space, delete it"])

    def test_repository_without_the_git_command(self):
        """A bare machine has the checkout, but not git itself."""
        with tempfile.TemporaryDirectory() as root:
            write(root, {**CLEAN, ".git/HEAD": "ref: refs/heads/main\n"})
            result = subprocess.run([sys.executable, "-B", os.path.join(HERE, "tidy.py"), "--root",
                                     root], capture_output=True, text=True, check=False,
                                    env={"PATH": "/nonexistent"})
            self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
