"""Reads just enough C++ for style checks: literals, comments, includes, function bodies."""

import re
from dataclasses import dataclass, field

# Tried in this order at each place. Numbers and names are matched so that the quote in 1'000 and
# the letters before a string are not read as the start of a literal.
TOKEN = re.compile(
    r"""(?P<comment>//(?:[^\n\\]|\\\n|\\.)*|/\*.*?(?:\*/|\Z))
      |(?P<raw>(?:u8|[uUL])?R"(?P<delimiter>[^()\\\s]{0,16})\(.*?\)(?P=delimiter)")
      |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      |(?P<word>\d(?:'?[\w.])*|[A-Za-z_]\w*)""",
    re.DOTALL | re.VERBOSE,
)
DIRECTIVE = re.compile(r"^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*", re.MULTILINE)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">\n]+)[">]', re.MULTILINE)

CONTAINER = re.compile(r"^(?:inline\s+)?(?:namespace\b|extern\s*\"\s*\")")
TYPE = re.compile(r"^(?:(?:typedef|static|inline|constexpr|const|friend|export)\s+)*"
                  r"(?:class|struct|union|enum)\b")
RETURNS_TYPE = re.compile(r"^[^:]*\b(?:class|struct|union|enum)\s+[\w:]+[\s*&]+[\w:~]+\s*\(")
NAME = re.compile(r"((?:[\w~]+(?:<[^()]*>)?::)*(?:operator\s*[^\s\w(]+|operator\s+[\w:]+|~?\w+))"
                  r"\s*(?:\(\)\s*)?\(\)")


@dataclass
class Function:
    """A function body found at namespace or class scope; lines count from 1."""

    name: str
    first: int
    last: int

    @property
    def lines(self):
        return self.last - self.first + 1


@dataclass
class Scope:
    """An open brace: what it opened, and the declaration before it."""

    kind: str  # "container", "function" or "value"
    head: str
    head_line: int


@dataclass
class Source:
    """One C++ file, with line breaks kept so that offsets give line numbers."""

    text: str
    code: str = ""          # comments and literals blanked
    directives: str = ""    # comments and raw strings blanked, so includes can be read
    comment_lines: int = 0  # lines with nothing but a comment
    functions: list = field(default_factory=list)

    def includes(self):
        """(line, '<' or '"', path) of each include."""
        for match in INCLUDE.finditer(self.directives):
            yield line_of(self.directives, match.start(2)), match.group(1), match.group(2)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def read(text):
    """A Source with everything filled in."""
    source = Source(text)

    def strip(match, keep_strings):
        if match.group("word"):
            return match.group()
        if match.group("string") and keep_strings:
            return match.group()
        if match.group("comment"):
            return blank(match.group())
        inner = blank(match.group())
        return '"' + inner[1:-1] + '"' if len(inner) > 1 else inner

    source.directives = TOKEN.sub(lambda m: strip(m, True), text)
    source.code = TOKEN.sub(lambda m: strip(m, False), text)
    source.comment_lines = sum(1 for raw, code in zip(text.split("\n"), source.code.split("\n"))
                               if raw.strip() and not code.strip())
    source.functions = find_functions(DIRECTIVE.sub(lambda m: blank(m.group()), source.code))
    return source


def flatten(head):
    """A declaration on one line, without template parameters, attributes, labels and the content
    of parentheses or braces."""
    head = " ".join(head.split())
    head = re.sub(r"\[\[.*?\]\]", "", head)
    head = re.sub(r"\b(?:public|private|protected)\s*:(?!:)", "", head)
    head = re.sub(r"\balignas\s*\([^()]*\)", "", head)
    for opening, closing in ("()", "{}"):
        head = empty_pairs(head, opening, closing)
    head = head.strip()
    while head.startswith("template"):
        head = cut_template(head)
    return head.strip()


def empty_pairs(text, opening, closing):
    out, depth = [], 0
    for char in text:
        if char == closing:
            depth = max(0, depth - 1)
        if depth == 0:
            out.append(char)
        if char == opening:
            depth += 1
    return "".join(out)


def cut_template(head):
    depth = 0
    for i, char in enumerate(head):
        if char == "<":
            depth += 1
        elif char == ">":
            depth -= 1
            if depth == 0:
                return re.sub(r"^requires\s*(?:\(\)|[\w:]+(?:<[^()]*?>)?)\s*", "",
                              head[i + 1:].strip())
    return head[len("template"):]


def classify(head):
    """What an opening brace after this declaration opens, and the name of the function, if any."""
    flat = flatten(head)
    if CONTAINER.match(flat):
        return "container", ""
    if TYPE.match(flat) and not RETURNS_TYPE.match(flat):
        return "container", ""
    unassigned = re.sub(r"operator\s*[^\s\w(]+", "operator", flat)
    unassigned = re.sub(r"[<>!=]=", "", unassigned)
    if "=" in unassigned:
        is_lambda = re.search(r"=\s*\[[^\]]*\]", unassigned)
        return ("function", "lambda") if is_lambda else ("value", "")
    if "(" not in flat:
        return "value", ""
    initializers = re.search(r"\)[^:]*(?<!:):(?!:)", flat)
    if initializers and re.search(r"[\w>]\s*$", flat):
        return "value", ""
    name = NAME.search(flat)
    return "function", name.group(1) if name else "?"


def find_functions(code):
    """Every outermost function body: lambdas and local classes belong to the outer function."""
    functions, scopes, parens = [], [], 0
    head_start, line = 0, 1
    for match in re.finditer(r"[(){};\n]", code):
        char, at = match.group(), match.start()
        if char == "\n":
            line += 1
        elif char in "()":
            parens = max(0, parens + (1 if char == "(" else -1))
        elif char == "{":
            inside = bool(scopes) and scopes[-1].kind != "container"
            head = code[head_start:at]
            kind, name = ("value", "") if inside or parens else classify(head)
            skipped = len(head) - len(head.lstrip())
            first = line_of(code, head_start + skipped) if kind == "function" else line
            scopes.append(Scope(kind, name, first))
            if kind != "value":
                head_start = at + 1
        elif char == "}":
            closed = scopes.pop() if scopes else Scope("container", "", line)
            if closed.kind == "function":
                functions.append(Function(closed.head, closed.head_line, line))
            if closed.kind != "value":
                head_start = at + 1
        elif not parens and not (scopes and scopes[-1].kind == "value"):
            head_start = at + 1
    return functions
