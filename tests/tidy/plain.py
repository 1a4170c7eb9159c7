"""Plain words: comments, strings and pages without words that nobody uses any more, or that have a
term of the field."""

import io
import re
import tokenize

import cxx

# These folders still have such words: take them out one by one.
LEFT_OUT = ()

OWN = ("tests/tidy/plain.py", "tests/tidy/test_tidy.py")  # they name the words

# A word, and what to write instead.
WORDS = (
    ("whom", "name the person, or make it two sentences"),
    ("who(?:m|so)?ever", "anybody who, the person who"),
    ("anew", "again"),
    ("tells?|told|telling", "report, show, give, return or distinguish"),
    ("mend(?:s|ed|ing)?", "fix"),
    ("(?:hang|hangs|hung|hanging) up", "disconnect, or close the connection"),
    ("in the clear", "unencrypted"),
    ("(?:held|holds?|holding) against", "compare with"),
    ("believed by", "accepted by"),
    ("as ever", "as usual"),
    ("reckon(?:s|ed|ing)?", "count, or calculate"),
    ("whence|thence|hitherto|henceforth", "from where, from there, until now, from now on"),
    ("thereof|whereof|therein|wherein", "of it, in it, in which"),
    ("lest", "so that not"),
)
# Good English all the same, word by word.
PHRASES = ("told apart", "tell them apart", "tells them apart", "tell apart")

# Names of variables, options and files are not words.
EDGES = r"(?<![\w.$`/{{-])(?:{})(?![\w`(=/}}-])"
WRONG = tuple((re.compile(EDGES.format(word.replace(" ", r"\s+(?:(?://|#|--|\*)\s*)?")),
                          re.IGNORECASE), better) for word, better in WORDS)
GOOD = re.compile("|".join(phrase.replace(" ", r"\s+") for phrase in PHRASES), re.IGNORECASE)
CODE_IN_PAGE = re.compile(r"^```.*?^```|`[^`\n]*`|\]\([^)\n]*\)", re.MULTILINE | re.DOTALL)
# docs/laws.md quotes the titles of tests.
QUOTED_TITLES = re.compile("(?:" + ("|".join(LEFT_OUT) or "(?!)") +
                           r")[\w/.]*: \"[^\"|]*\"(?:, \"[^\"|]*\")*")


def check_plain_words(tree):
    """plain-word: comments, strings and pages are in plain modern English."""
    for path in tree.text_paths():
        if path.startswith(LEFT_OUT) or path in OWN:
            continue
        if not any(word.search(tree.text(path)) for word, _ in WRONG):
            continue  # most files: no need to find the text in them
        text = GOOD.sub(hide, prose(tree, path))
        for word, better in WRONG:
            for match in word.finditer(text):
                found = " ".join(match.group().split())
                yield path, tree.line_of(text, match.start()), f'"{found}", write: {better}'


def hide(match):
    return cxx.blank(match.group())


def prose(tree, path):
    """The text with its code blanked: what is left are comments, strings and sentences."""
    text = tree.text(path)
    if tree.is_cxx(path):
        return prose_of_cxx(text)
    if path.endswith(".py") or re.match(r"#!.*python", text):
        return prose_of_python(text)
    if path.endswith(".md"):
        return QUOTED_TITLES.sub(hide, CODE_IN_PAGE.sub(hide, text))
    return text


def prose_of_cxx(text):
    parts, end = [], 0
    for match in cxx.TOKEN.finditer(text):
        if not match.group("word"):
            parts += [cxx.blank(text[end:match.start()]), match.group()]
            end = match.end()
    return "".join(parts) + cxx.blank(text[end:])


def prose_of_python(text):
    """Comments and strings alone; a file that is no Python is left as it is."""
    lines = text.split("\n")
    kept = [[" "] * len(line) for line in lines]
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            name = tokenize.tok_name[token.type]
            if name not in ("COMMENT", "STRING", "FSTRING_MIDDLE"):
                continue
            for row in range(token.start[0] - 1, token.end[0]):
                first = token.start[1] if row == token.start[0] - 1 else 0
                last = token.end[1] if row == token.end[0] - 1 else len(lines[row])
                kept[row][first:last] = lines[row][first:last]
    except (tokenize.TokenError, SyntaxError):
        return text
    return "\n".join("".join(line) for line in kept)


RULES = (check_plain_words,)
