"""Small changes to C++ text, each of which some test must detect.

The text is read with strings and comments blanked, in our own layout: binary operators are
between spaces, templates' brackets are not.
"""

import collections
import hashlib
import re

# `start`..`end` of the text becomes `now`.
Change = collections.namedtuple("Change", "operator start end now")
# `was` and `now`: the whole lines before and after, spaces squeezed; they name the mutant, so that
# it keeps its name if lines above it change. `span`: the function's body in the unchanged
# text, None outside of functions and in constexpr ones.
Mutant = collections.namedtuple("Mutant", "file operator line was now text span")

SWAPS = (
    ("comparison", re.compile(r"(?<= )(<=|>=|<|>|==|!=)(?=[ \n])"),
     {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}),
    ("and-or", re.compile(r"(?<= )(&&|\|\|)(?=[ \n])"), {"&&": "||", "||": "&&"}),
    ("arithmetic", re.compile(r"(?<= )(\+=|-=|[-+*])(?= )"),
     {"+": "-", "-": "+", "+=": "-=", "-=": "+=", "*": "+"}),
    ("step", re.compile(r"(?<=[ (;])(\+\+|--)(?=\w)"), {"++": "--", "--": "++"}),
    ("truth", re.compile(r"\b(true|false)\b"), {"true": "false", "false": "true"}),
    ("extreme", re.compile(r"(?<=std::)(min|max)(?=\()"), {"min": "max", "max": "min"}),
    ("side", re.compile(r"(?<=Side::)(white|black)\b"), {"white": "black", "black": "white"}),
    ("all-any", re.compile(r"\b(any_of|all_of|none_of)\b(?=\()"),
     {"any_of": "all_of", "all_of": "any_of", "none_of": "any_of"}),
)
NOT = re.compile(r"(?<=[ (!])!(?=[\w(])")
OTHER = re.compile(r"\bother\((?=\w)")
NUMBER = re.compile(r"(?<![\w.'<])(\d[\d']*)(?![\w.'])(?!>)")
CONDITION = re.compile(r"\b(?:if|while) \(")
STATEMENT = re.compile(r"\s*(?:if \((?:const )?auto \*?\w+ = [^;]*?\) return [^;]*;"  # a check
                       r"|(?:return )?[\w.:\[\]>*()-]+(?:\(.*\)| [-+|&]?= .*);"
                       r"|(?:\+\+|--)[\w.:\[\]>()-]+;|(?:continue|break);)", re.DOTALL)
DECLARES = re.compile(r"\s*(?:using|typedef|static_assert|FF_CHECK|return|template|friend|namespace"
                      r"|default|case|public|private|goto|throw)\b")
RETURN = re.compile(r"\breturn ([^;{}]+);")
PLAIN = re.compile(r"\s*(?:\{\}|true|false|std::nullopt|nullptr|0|\"\")\s*")


def blanked(text):
    """The text with comments, strings and directives as spaces, as long as before."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
                         r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:\\\n|[^\n])*",
                         re.DOTALL | re.MULTILINE)

    def blank(found):
        kept = '""' if found.group().startswith(('"', "R")) else ""
        return kept + re.sub(r"[^\n]", " ", found.group()[len(kept):])
    return pattern.sub(blank, text)


def closing(code, start):
    """The end of the bracket that opens at `start`."""
    depth = 0
    for at in range(start, len(code)):
        depth += (code[at] in "([{") - (code[at] in ")]}")
        if depth == 0:
            return at
    return len(code) - 1


def in_functions(code):
    """The spans of code in functions' bodies: braces that follow `) {`, `const {` and the like."""
    spans, at = [], 0
    opening = re.compile(r"\)(?: const| noexcept| mutable| override| -> [\w:<>*& ]+)*\s*"
                         r"(?:: [^{;]*(?:\{[^{}]*\}[^{;]*)*)?\{")
    while found := opening.search(code, at):
        end = closing(code, found.end() - 1)
        spans.append((found.end(), end))
        at = end
    return spans


def of_text(code, at):
    """True for the + of strings, which have no -."""
    first, last = max(code.rfind(mark, 0, at) for mark in ";{}"), code.find(";", at)
    return re.search(r'""|std::string|to_string|_text\(|\btext\b', code[first + 1:last]) is not None


def at_compile_time(code, body):
    """True for the body of a constexpr function."""
    head = max(code.rfind(mark, 0, body - 1) for mark in ";}")
    return re.search(r"\bconst(?:expr|eval)\b", code[head + 1:body]) is not None


def swaps(code):
    for name, pattern, becomes in SWAPS:
        for found in pattern.finditer(code):
            if name == "arithmetic" and of_text(code, found.start()):
                continue
            yield Change(name, found.start(), found.end(), becomes[found.group()])
    for found in NOT.finditer(code):
        yield Change("not", found.start(), found.end(), "")
    for found in OTHER.finditer(code):
        yield Change("other", found.start(), found.end(), "(")
    for found in NUMBER.finditer(code):
        number = int(found.group().replace("'", ""))
        yield Change("constant", found.start(), found.end(), str(number + 1))


def conditions(code):
    for found in CONDITION.finditer(code):
        start, end = found.end() - 1, closing(code, found.end() - 1)
        inside = code[start + 1:end]
        # Its own operator reverses a single comparison or a single "not".
        single = not re.search(r"&&|\|\|", inside) and re.search(r"==|!=|^!", inside)
        if ";" not in inside and not single and not re.search(r"[^=!<>]=[^=]", inside):
            yield Change("negate", start, end + 1, None)


def statements(code):
    for first, last in in_functions(code):
        at = first
        for found in re.compile(r"[;{}]").finditer(code, first, last):
            start, end = at, found.end()
            at = end
            if found.group() != ";":
                continue
            statement = code[start:end]
            if statement.count("(") != statement.count(")") or DECLARES.match(statement):
                continue
            if STATEMENT.fullmatch(statement):
                start += len(statement) - len(statement.lstrip())
                yield Change("drop", start, end, ";")


def returns(code):
    for found in RETURN.finditer(code):
        if not PLAIN.fullmatch(found.group(1)):
            yield Change("return", found.start(1), found.end(1), "{}")


def whole_lines(text, start, end):
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    return first, len(text) if last < 0 else last


def squeezed(text):
    return " ".join(text.split())


def mutants(file, text):
    """All mutants of a file, by place. `file` is only a name."""
    code = blanked(text)
    spans = in_functions(code)
    checks = [(found.start(), closing(code, found.end() - 1))
              for found in re.finditer(r"\b(?:FF_CHECK|static_assert)\(", code)]
    found, seen = [], set()
    for make in (swaps, conditions, statements, returns):
        for change in make(code):
            start, end = change.start, change.end
            if not any(first <= start < last for first, last in spans) and \
                    change.operator not in ("constant", "truth"):
                continue
            if any(first <= start <= last for first, last in checks):
                continue  # a weaker assertion does not change the behaviour
            now = f"(!{text[start:end]})" if change.operator == "negate" else change.now
            mutated = text[:start] + now + text[end:]
            first, last = whole_lines(text, start, end)
            was = squeezed(text[first:last])
            becomes = squeezed(text[first:start] + now + text[end:last])
            if (was, becomes) in seen:
                continue
            seen.add((was, becomes))
            line = text.count("\n", 0, start) + 1
            span = next((s for s in spans if s[0] <= start < s[1]), None)
            if span and at_compile_time(code, span[0]):
                span = None
            found.append(Mutant(file, change.operator, line, was, becomes, mutated, span))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.operator, mutant.now))


def sample(all_mutants, count, seed):
    """`count` of them, the same ones for the same seed, whatever else the file contains."""
    def rank(mutant):
        name = "\0".join((str(seed), mutant.file, mutant.was, mutant.now))
        return hashlib.sha256(name.encode()).hexdigest()
    chosen = sorted(all_mutants, key=rank)[:count]
    return sorted(chosen, key=lambda mutant: (mutant.line, mutant.now))


def together(text, chosen):
    """One text with all of the mutants, numbered from 1: each changed body is beside the
    unchanged one, and the environment variable FLAGFALL_MUTANT selects the one to run. So a file
    is compiled once for all of them. All must have a span."""
    bodies, unchanged = {}, text
    for number, mutant in enumerate(chosen, 1):
        bodies.setdefault(mutant.span, []).append((number, mutant))
    for span in sorted(bodies, reverse=True):
        first, last = span
        cases = ""
        for number, mutant in bodies[span]:
            body = mutant.text[first:last + len(mutant.text) - len(unchanged)]
            cases += f"\ncase {number}: {{\n#line 1 \"mutant {number}\"\n{body}\n}} break;"
        line = text.count("\n", 0, first) + 1
        text = (f"{text[:first]} switch (mutant_in_use) {{{cases}\ndefault: {{\n"
                f"#line {line} \"unchanged\"\n{text[first:last]}\n}} }}{text[last:]}")
    return ("#include <cstdlib>\nnamespace { const char* const mutant_named = "
            "std::getenv(\"FLAGFALL_MUTANT\");\nconst int mutant_in_use = "
            "mutant_named ? std::atoi(mutant_named) : 0; }\n" + text)
