#!/usr/bin/env python3
"""The mistakes that mutate.py makes, on a small text; and that its list of survivors is correct."""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "sabotage"))
sys.dont_write_bytecode = True

import bugs  # noqa: E402
import mutate  # noqa: E402
import operators  # noqa: E402

TEXT = """#include <vector>
constexpr bool strict = true;
// a < b && c
int count(const std::vector<int>& all, Side side) {
    if (all.empty() && !strict) return 0;
    if (auto no = refused(all)) return *no;
    int n = 1;
    for (const int one : all)
        if (one < n + 2) ++n;
    FF_CHECK(n > 0);
    note("a < b", side);
    return std::max(n, given(other(side)));
}

constexpr int twice(int n) {
    return n * 2;
}
"""


def pairs(operator):
    return [(m.was, m.now) for m in operators.mutants("a.cpp", TEXT) if m.operator == operator]


class Operators(unittest.TestCase):
    def test_each_makes_its_mistakes(self):
        line = "if (all.empty() && !strict) return 0;"
        self.assertEqual(pairs("and-or"), [(line, line.replace("&&", "||"))])
        self.assertEqual(pairs("not"), [(line, line.replace("!", ""))])
        self.assertIn((line, "if (!(all.empty() && !strict)) return 0;"), pairs("negate"))
        self.assertEqual(pairs("comparison"),
                         [("if (one < n + 2) ++n;", "if (one <= n + 2) ++n;")])
        self.assertIn(("if (one < n + 2) ++n;", "if (one < n - 2) ++n;"), pairs("arithmetic"))
        self.assertIn(("if (one < n + 2) ++n;", "if (one < n + 3) ++n;"), pairs("constant"))
        self.assertEqual(pairs("step"), [("if (one < n + 2) ++n;", "if (one < n + 2) --n;")])
        self.assertEqual(pairs("truth"), [("constexpr bool strict = true;",
                                           "constexpr bool strict = false;")])
        last = "return std::max(n, given(other(side)));"
        self.assertEqual(pairs("extreme"), [(last, last.replace("max", "min"))])
        self.assertEqual(pairs("other"), [(last, last.replace("other(", "("))])
        self.assertIn((last, "return {};"), pairs("return"))

    def test_statements_and_checks_are_dropped(self):
        dropped = [was for was, now in pairs("drop")]
        self.assertIn("if (auto no = refused(all)) return *no;", dropped)
        self.assertIn('note("a < b", side);', dropped)
        self.assertFalse(any("FF_CHECK" in was or "int n" in was for was in dropped))

    def test_comments_strings_and_assertions_stay(self):
        for mutant in operators.mutants("a.cpp", TEXT):
            self.assertIn("// a < b && c\n", mutant.text)
            self.assertIn("FF_CHECK(n > 0);", mutant.text)
            self.assertTrue(mutant.operator == "drop" or '"a < b"' in mutant.text)

    def test_a_sample_stays_the_same_when_other_lines_change(self):
        some = operators.sample(operators.mutants("a.cpp", TEXT), 5, "1")
        later = operators.sample(operators.mutants("a.cpp", "\n\n" + TEXT), 5, "1")
        self.assertEqual([(m.was, m.now) for m in some], [(m.was, m.now) for m in later])
        self.assertEqual(len(some), 5)
        self.assertNotEqual(some, operators.sample(operators.mutants("a.cpp", TEXT), 5, "2"))

    def test_all_stand_in_one_text(self):
        chosen = [m for m in operators.mutants("a.cpp", TEXT) if m.span]
        self.assertTrue(all(m.was != "return n * 2;" for m in chosen))  # constexpr: separate
        text = operators.together(TEXT, chosen)
        for number, mutant in enumerate(chosen, 1):
            body = text.split(f'#line 1 "mutant {number}"\n')[1].split("\n} break;")[0]
            self.assertEqual(body, mutant.text[mutant.span[0]:mutant.span[1] + len(mutant.text) -
                                               len(TEXT)])
        self.assertEqual(text.count("{"), text.count("}"))


class Lists(unittest.TestCase):
    def test_entries(self):
        entry = "# why some stay\n\na.cpp\n- x < 1\n+ x <= 1\nthe same\nfor whole numbers\n"
        self.assertEqual(mutate.accepted(entry),
                         {("a.cpp", "x < 1", "x <= 1"): "the same for whole numbers"})
        with self.assertRaises(SystemExit):
            mutate.accepted("a.cpp\n- x < 1\n+ x <= 1\n")

    def test_each_accepted_survivor_can_still_be_made(self):
        known = mutate.accepted(mutate.read(mutate.ACCEPTED))
        for file in sorted({file for file, _, _ in known}):
            text = mutate.read(os.path.join(mutate.ROOT, file))
            made = {(m.file, m.was, m.now) for m in operators.mutants(file, text)}
            for key in known:
                if key[0] == file:
                    self.assertIn(key, made)

    def test_each_file_has_tests(self):
        for file in mutate.all_files():
            self.assertTrue(mutate.tests_of(file))

    def test_each_deliberate_bug_can_still_be_made(self):
        for bug in (*bugs.BUGS, *bugs.OFFICE_BUGS, *bugs.BOARD_BUGS):
            text = mutate.read(os.path.join(mutate.ROOT, bug.file))
            self.assertEqual(text.count(bug.before), 1, bug.name)


if __name__ == "__main__":
    unittest.main()
