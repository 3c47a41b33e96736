"""Detection of patterns after `case` whose brackets would take libcst's parser minutes.

Its time grows fourfold with each bracket. Parentheses are not in CPython's tree, and brackets in
strings and comments do not count, so the tokens tell.
"""

from __future__ import annotations

import re
import tokenize
from io import StringIO

from tflintgrad import limits

#: Nodes that libcst copies for a pattern, as a multiple of four to the power of its brackets.
_COPIES_PER_PATTERN = 8
_ANY_CASE = re.compile(r"(?m)^[ \t\f]*case\b")
#: Between these tokens, a bracket is open in one statement.
_LINE_ENDS = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def has_deep_pattern(text: str) -> bool:
    """True if libcst may take too long for the patterns of a text that CPython accepts."""
    if _ANY_CASE.search(text) is None:
        return False
    copies = depth = deepest = 0
    in_case, at_start = False, True
    try:
        for kind, word, *_ in tokenize.generate_tokens(StringIO(text).readline):
            if kind in _LINE_ENDS:
                if in_case and deepest:
                    copies += _COPIES_PER_PATTERN * 4 ** min(deepest, 20)
                    if copies > limits.MAX_NODE_COPIES:
                        return True
                depth = deepest = 0
                in_case, at_start = False, True
            elif kind == tokenize.OP and word in "([{":
                depth += 1
                deepest = max(deepest, depth)
            elif kind == tokenize.OP and word in ")]}":
                depth -= 1
            elif at_start and kind == tokenize.NAME:
                in_case, at_start = word == "case", False
            elif kind not in (tokenize.NL, tokenize.COMMENT):
                at_start = False
    except (tokenize.TokenError, SyntaxError):  # odd text, which only CPython's parser accepts
        return True
    return False
