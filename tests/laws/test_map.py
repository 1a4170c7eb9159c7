#!/usr/bin/env python3
"""docs/laws.md is correct: functions and tests that it names exist, its counts are right, and no
article of ../shared/laws.md is missing. Every kind of fault is tried on maps that have it."""

import collections
import functools
import os
import re
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAGE = os.path.join(ROOT, "docs", "laws.md")
LAWS = os.path.join(ROOT, "..", "shared", "laws.md")

KINDS = ("automatic", "asked", "recorded", "physical", "due")
SERVED = ("automatic", "asked", "recorded")  # these name code and tests, the others give a reason
COLUMNS = ["article", "about", "kind", "code", "tests", "remark"]
TRAPS, EXCLUDED = ["article", "trap", "tests"], ["article", "state", "tests"]

NUMBER = r"(?:[A-D]|I{1,3}|[1-9]\d?)(?:\.[1-9]\d?)+"
# "6.2.1", "4.3.1-3", "4.2.1/2", "3.1-3.9"; one that begins inside a word or another number is none.
RANGE = re.compile(rf"(?<![\w.+-])({NUMBER})(?:[-/](?:({NUMBER})|(\d+)))?(?![\w.]*\d)")
US_RULE = re.compile(r"\b(\d\d[A-Z]\d?)(?:/([A-Z])\b)?")

Row = collections.namedtuple("Row", ["line", *COLUMNS])


# ---- numbers of articles ------------------------------------------------------------------------

def expand(first, last):
    """The articles from one to another with the same beginning; both if they differ otherwise."""
    head, _, start = first.rpartition(".")
    tail, _, end = last.rpartition(".") if "." in last else (head, "", last)
    if tail != head or int(end) < int(start):
        return [first, last]
    return [f"{head}.{n}" for n in range(int(start), int(end) + 1)]


def articles_in(text):
    """Every article that a text names, ranges in full. Chapters end at 12."""
    found = []
    for first, last, end in RANGE.findall(text):
        articles = expand(first, last or end) if last or end else [first]
        found += [a for a in articles if not a[0].isdigit() or int(a.split(".")[0]) <= 12]
    return found


def us_rules_of(cells):
    """The rules that a row about US Chess names, or its subject if it names none."""
    found = []
    for rule, letter in US_RULE.findall(" ".join(cells)):
        found += [rule, rule[:2] + letter] if letter else [rule]
    return found or [cells[0]]


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def listed_in(laws):
    """What the page of the Laws lists, in its order: chapters 1 and 2, US Chess, the features."""
    found, chapter, appendix, us_rows = [], "", False, 0
    for line in laws.splitlines():
        if line.startswith("#"):
            chapter = line.split()[1].rstrip(".") if line.startswith("## ") else chapter
            appendix = line.startswith("### Appendix")
            continue
        row = line.startswith("|")
        if chapter in ("1", "2") and (row or appendix or line.lstrip().startswith("* ")):
            found += articles_in(line)
        elif chapter == "5" and row:
            us_rows += 1
            found += us_rules_of(cells_of(line)) if us_rows > 2 else []  # below head and rule
        elif chapter == "8" and row:
            found += re.findall(r"^\|\s*(S\d+)\s*\|", line)
    return list(dict.fromkeys(found))


def named_by(rows):
    """All articles that rows are about."""
    names = set()
    for row in rows:
        for part in row.article.split(","):
            names.update(articles_in(part) or [part.strip()])
    return names


def is_covered(article, names):
    """By its own row, or because its sub-articles have rows."""
    return article in names or any(name.startswith(article + ".") for name in names)


# ---- the map ------------------------------------------------------------------------------------

def tables_of(page):
    """(head, [(line number, cells)]) of each table."""
    tables, inside = [], False
    for number, line in enumerate(page.splitlines(), 1):
        if not line.startswith("|"):
            inside = False
        elif not inside:
            tables.append((cells_of(line), []))
            inside = True
        elif not re.fullmatch(r"[|\s:-]+", line):
            tables[-1][1].append((number, cells_of(line)))
    return tables


def rows_of(page):
    """The rows of the map, and the faults of lines that are not rows."""
    rows, faults = [], []
    for head, lines in tables_of(page):
        if head != COLUMNS:
            continue
        for number, cells in lines:
            if len(cells) == len(COLUMNS):
                rows.append(Row(number, *cells))
            else:
                faults.append(f"line {number}: {len(cells)} cells instead of {len(COLUMNS)}")
    return rows, faults


def counts_of(page):
    """The content of the last table."""
    head, lines = (tables_of(page) or [(None, [])])[-1]
    return {cells[0]: cells[-1] for _, cells in lines} if head == ["kind", "rows"] else {}


def parts_of(cell):
    """'file: what; file: what' as pairs; texts in quotes may contain anything."""
    parts, text, quoted = [], "", False
    for c in cell + ";":
        quoted ^= c == '"'
        if c == ";" and not quoted:
            file, _, what = text.partition(":")
            parts.append((file.strip(), what.strip()))
            text = ""
        else:
            text += c
    return [part for part in parts if part != ("", "")]


def names_of(what):
    """(quoted texts, plain words) of 'a, "b, c"'."""
    texts = re.findall(r'"([^"]*)"', what)
    words = [w.strip() for w in re.sub(r'"[^"]*"', "", what).split(",")]
    return texts, [w for w in words if w]


class Files:
    """The project's files, each read once; None if there is no such file."""

    def __init__(self, root):
        self.root = root
        self.text = functools.cache(self._text)

    def _text(self, path):
        full = os.path.join(self.root, path)
        if os.path.isabs(path) or ".." in path.split("/") or not os.path.isfile(full):
            return None
        with open(full, encoding="utf-8") as file:
            text = file.read()
        return re.sub(r"//[^\n]*", "", text) if path.endswith((".cpp", ".hpp")) else text


def code_faults(cell, files):
    for path, what in parts_of(cell):
        text, (texts, names) = files.text(path), names_of(what)
        if text is None:
            yield f"there is no file {path}"
            continue
        if texts or not names:
            yield f"{path}: names of functions are wanted, not {what!r}"
        for name in names:
            if not re.search(rf"(?<!\w){re.escape(name)}\s*\(", text):
                yield f"{path} has no function {name}"


def test_faults(cell, files):
    for path, what in parts_of(cell):
        text, (texts, methods) = files.text(path), names_of(what)
        if text is None:
            yield f"there is no file {path}"
            continue
        wrong, right = (texts, methods) if path.endswith(".py") else (methods, texts)
        if wrong or not right:
            yield f"{path}: no name of a test: {what!r}"
        for name in right:
            form = (rf"^ *def {re.escape(name)}\(" if path.endswith(".py")
                    else rf"\bTEST_CASE\(\"{re.escape(name)}\"")
            if not re.search(form, text, re.MULTILINE):
                yield f"{path} has no test {name!r}"


def row_faults(row, files):
    """The faults of one row."""
    if not row.article or not row.about:
        yield "what is it about?"
    if row.kind not in KINDS:
        yield f"the kind {row.kind!r} is none of {', '.join(KINDS)}"
    elif row.kind in SERVED:
        if not row.code:
            yield f"{row.kind}, but it names no function"
        if not row.tests:
            yield f"{row.kind}, but it names no test"
    elif not row.remark:
        yield f"{row.kind}, and does not say why"
    yield from code_faults(row.code, files)
    yield from test_faults(row.tests, files)


def count_faults(page, rows):
    said, counted = counts_of(page), collections.Counter(row.kind for row in rows)
    for kind in KINDS:
        if said.get(kind) != str(counted[kind]):
            yield f"counts: {kind} is said to have {said.get(kind)} rows, and has {counted[kind]}"
    for kind in set(said) - set(KINDS):
        yield f"counts: there is no kind {kind!r}"


def faults_of(page, files):
    """All faults of the map, except articles that are missing."""
    rows, faults = rows_of(page)
    for row in rows:
        faults += [f"line {row.line}, {row.article}: {fault}" for fault in row_faults(row, files)]
    for head, lines in tables_of(page):
        if head not in (TRAPS, EXCLUDED):
            continue
        for number, cells in lines:
            if len(cells) != len(head) or not cells[-1]:
                faults.append(f"line {number}: an article, what, and a test are wanted")
            else:
                faults += [f"line {number}: {fault}" for fault in test_faults(cells[-1], files)]
    return faults + list(count_faults(page, rows))


def missing_from(page, laws):
    """The articles of the Laws without a row."""
    names = named_by(rows_of(page)[0])
    return [article for article in listed_in(laws) if not is_covered(article, names)]


# ---- tests --------------------------------------------------------------------------------------

def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class TheMap(unittest.TestCase):

    def test_what_it_names_exists_and_its_counts_are_right(self):
        self.assertEqual(faults_of(read(PAGE), Files(ROOT)), [])
        self.assertGreater(len(rows_of(read(PAGE))[0]), 100)

    def test_no_article_is_missing(self):
        if not os.path.exists(LAWS):
            print("skipped: no ../shared/laws.md here, so missing articles are not noticed")
            self.skipTest("no ../shared/laws.md here")
        laws = read(LAWS)
        self.assertGreater(len(listed_in(laws)), 200)
        self.assertEqual(missing_from(read(PAGE), laws), [])


class Numbers(unittest.TestCase):

    def test_ranges_are_listed_in_full(self):
        self.assertEqual(articles_in("4.3.1-3 and 9.3.1/2"),
                         ["4.3.1", "4.3.2", "4.3.3", "9.3.1", "9.3.2"])
        self.assertEqual(articles_in("7.5.1-7.5.3, 9.2-9.3"),
                         ["7.5.1", "7.5.2", "7.5.3", "9.2", "9.3"])
        self.assertEqual(articles_in("| I.10-11 | 8.2/8.3"), ["I.10", "I.11", "8.2", "8.3"])
        self.assertEqual(articles_in("D.2.3-4; C.13.3-6"),
                         ["D.2.3", "D.2.4", "C.13.3", "C.13.4", "C.13.5", "C.13.6"])

    def test_articles_of_every_form(self):
        for text in ("5.1.1", "6.2.1.2", "11.3.2.2", "A.5.2", "B.3", "I.8", "II.2", "III.3.1"):
            self.assertEqual(articles_in(f"* **{text}** ({text}, see {text})."), [text] * 3)

    def test_other_numbers_are_no_articles(self):
        for text in ("0.00", "10+0", "13.1", "1.x", "C.02.03", "2018", "9.", "D3-Chess", "x6.1",
                     "v1.2b3"):
            self.assertEqual(articles_in(text), [], text)

    def test_what_the_laws_list(self):
        laws = ("## 0. Edition\n* 9.9 of old\n## 1. Laws\n### Art. 1\n* 1.4.1 kings, 12.9 too\n"
                "There is no 7.7.\n| 5.1.1 | mate |\n### Appendix C\nLetters (C.3).\n"
                "## 2. Who\n| legality 3.x, mate 5.1.1, 6.9 | A |\n## 3. Clocks\n| 3.1.5 | beep |\n"
                "## 5. US\n| Topic | US |\n|---|---|\n| flags | players (13C, 21D) |\n"
                "| 11A/B | x |\n| blitz | G/30;d5 |\n## 8. Seeds\n| id | f |\n| S1 | board |\n")
        self.assertEqual(listed_in(laws), ["1.4.1", "12.9", "5.1.1", "C.3", "6.9", "13C", "21D",
                                           "11A", "11B", "blitz", "S1"])


HEAD = "| " + " | ".join(COLUMNS) + " |\n|---|---|---|---|---|---|\n"
GOOD = '| 6.9 | time | automatic | src/a.cpp: judge | t/a.cpp: "x, y; z"; t/b.py: test_b | |\n'
ASKED = '| 7.1-3 | back | asked | src/a.cpp: judge, ask | t/b.py: test_b | |\n'
DUE = "| S16, 13C | sealed | due | | | nothing yet |\n"


def made_up(*rows, counts=(1, 1, 0, 0, 1)):
    said = "".join(f"| {kind} | {count} |\n" for kind, count in zip(KINDS, counts))
    return (f"# Map\n\nWords.\n\n{HEAD}{''.join(rows or (GOOD, ASKED, DUE))}\n"
            f"| kind | rows |\n|---|---|\n{said}")


class Faults(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for path, text in (("src/a.cpp", "void judge(int a);\nbool ask  (int);\n// noted()\n"),
                           ("t/a.cpp", 'TEST_CASE("x, y; z", "[a]") {}\n// TEST_CASE("old")\n'),
                           ("t/b.py", "    def test_b(self):\n    def test_bc(self):\n")):
            full = os.path.join(folder.name, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
        self.files = Files(folder.name)

    def faults(self, *rows, **options):
        return faults_of(made_up(*rows, **options), self.files)

    def assert_fault(self, part, old, new):
        """Exactly this fault, if `old` in a good map becomes `new`."""
        page = made_up()
        self.assertIn(old, page)
        found = faults_of(page.replace(old, new, 1), self.files)
        self.assertTrue(any(part in fault for fault in found), (part, found))

    def test_a_good_map_has_none(self):
        self.assertEqual(self.faults(), [])

    def test_an_unknown_kind(self):
        self.assert_fault("the kind 'magic' is none of", "| automatic | src", "| magic | src")

    def test_a_file_that_is_not_there(self):
        self.assert_fault("there is no file src/b.cpp", "src/a.cpp: judge |", "src/b.cpp: judge |")
        self.assert_fault("there is no file t/c.py", "t/b.py: test_b", "t/c.py: test_b")
        self.assert_fault("there is no file ../a", "src/a.cpp: judge |", "../a: judge |")

    def test_a_function_that_is_not_there(self):
        for name in ("judged", "udge", "noted", "int", "void"):
            self.assert_fault(f"src/a.cpp has no function {name}", "src/a.cpp: judge |",
                              f"src/a.cpp: {name} |")
        self.assert_fault("names of functions are wanted", "src/a.cpp: judge |", "src/a.cpp |")
        self.assert_fault("names of functions are wanted", "src/a.cpp: judge |",
                          'src/a.cpp: "judge" |')

    def test_a_test_that_is_not_there(self):
        for name in ("x, y", "X, y; z", "old", "x, y; z "):
            self.assert_fault(f"t/a.cpp has no test {name!r}", '"x, y; z"', f'"{name}"')
        self.assert_fault("t/b.py has no test 'test_'", "t/b.py: test_b |", "t/b.py: test_ |")
        self.assert_fault("no name of a test", '"x, y; z"', "x")
        self.assert_fault("no name of a test", "t/b.py: test_b", 't/b.py: "test_b"')
        self.assert_fault("no name of a test", "t/b.py: test_b |", "t/b.py |")

    def test_served_by_nothing(self):
        self.assert_fault("asked, but it names no function", "src/a.cpp: judge, ask", "")
        self.assert_fault("asked, but it names no test", "judge, ask | t/b.py: test_b",
                          "judge, ask | ")

    def test_not_served_and_no_word_why(self):
        self.assert_fault("due, and does not say why", "nothing yet", "")
        self.assert_fault("physical, and does not say why", "due | | | nothing yet",
                          "physical | | | ")

    def test_names_are_checked_where_nothing_is_asked_for(self):
        self.assert_fault("has no function gone", "due | | |", "due | src/a.cpp: gone | |")

    def test_a_row_that_is_none(self):
        self.assert_fault("5 cells instead of 6", "sealed | due", "due")
        self.assert_fault("what is it about?", "| S16, 13C |", "| |")

    def test_wrong_counts(self):
        wrong = (2, 1, 0, 0, 1)
        self.assertEqual(self.faults(counts=wrong),
                         ["counts: automatic is said to have 2 rows, and has 1"])
        self.assertEqual(len(self.faults(counts=(1, 1))), 3)  # three kinds are not counted
        self.assert_fault("there is no kind 'magic'", "| physical | 0 |", "| magic | 0 |")

    def test_a_missing_article(self):
        laws = "## 1. Laws\n| 6.9 | x |\n* 7.1, 7.3\n## 8. S\n| S16 | x |\n"
        self.assertEqual(missing_from(made_up(), laws), [])
        more = laws.replace("7.3", "7.3, 7.4-5, 6.9.1") + "| S17 | y |\n"
        self.assertEqual(missing_from(made_up(), more), ["7.4", "7.5", "6.9.1", "S17"])

    def test_an_article_is_there_when_its_parts_are(self):
        names = named_by(rows_of(made_up())[0])
        self.assertTrue(is_covered("13C", names))
        self.assertFalse(is_covered("6", {"61.1"}))
        self.assertTrue(is_covered("6.2", {"6.2.1"}))
        self.assertFalse(is_covered("6.2.1", {"6.2"}))


if __name__ == "__main__":
    unittest.main()
