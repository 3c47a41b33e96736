"""Equivalent spellings of a program: other forms in which Python can write or pass a name."""

from __future__ import annotations

import ast
import codecs
import re
from collections.abc import Callable
from textwrap import indent

#: Words that the prefilter searches for.
WORDS = (
    "GradientTape",
    "gradient",
    "gradients",
    "jacobian",
    "minimize",
    "custom_gradient",
    "compile",
    "fit",
    "train_on_batch",
    "Variable",
)
_MEMBER = re.compile(rf"(?<=[\w)\]])\.({'|'.join(WORDS)})\b")
_HIDDEN = re.compile(r"'@@(\w+)@@'")

Disguise = Callable[[str], str]


def plain(text: str) -> str:
    return text


# --- imports ------------------------------------------------------------------------------


def _replaced(old: str, new: str) -> Disguise:
    return lambda text: re.sub(rf"^{re.escape(old)}$", new.replace("\\", "\\\\"), text, flags=re.M)


def _renamed(text: str) -> str:
    text = re.sub(r"^import tensorflow as tf$", "import tensorflow as T", text, flags=re.MULTILINE)
    return re.sub(r"(?<![\w.])tf(?=\.)", "T", text) if "import tensorflow as T" in text else text


def _keras_apart(text: str) -> str:
    if "import tensorflow as tf" not in text:
        return text
    apart = re.sub(r"(?<![\w.])tf\.keras\b(?!\s+as)", "k", text)
    return _after_imports(apart, "from tensorflow import keras as k")


def _tape_apart(text: str) -> str:
    apart = re.sub(r"(?<![\w.])tf\.GradientTape\b", "G", text)
    return _after_imports(apart, "from tensorflow import (  # a ) here\n    GradientTape as G,\n)")


def _after_imports(text: str, line: str) -> str:
    return re.sub(
        r"^import tensorflow as tf$", f"import tensorflow as tf\n{line}", text, flags=re.M
    )


IMPORTS: dict[str, Disguise] = {
    "as it is": plain,
    "another name": _renamed,
    "v2": _replaced("import tensorflow as tf", "import tensorflow.compat.v2 as tf"),
    "bound again": _replaced("import tensorflow as tf", "import tensorflow\ntf = tensorflow"),
    "continued": _replaced("import tensorflow as tf", "import \\\n    tensorflow \\\n  as tf"),
    "semicolon": _replaced("import tensorflow as tf", "import os;import tensorflow as tf"),
    "conditional": _replaced(
        "import tensorflow as tf",
        "try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None",
    ),
    "form feed": _replaced("import tensorflow as tf", "\x0cimport\x0ctensorflow as tf"),
    "keras apart": _keras_apart,
    "tape apart": _tape_apart,
}


# --- members ------------------------------------------------------------------------------


class _ByName(ast.NodeTransformer):
    """`owner.word` becomes `getattr(owner, "word")`."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr not in WORDS or not isinstance(node.ctx, ast.Load):
            return node
        name = ast.Constant(f"@@{node.attr}@@")
        return ast.Call(ast.Name("getattr", ast.Load()), [node.value, name], [])


class _Bound(ast.NodeTransformer):
    """`owner.word(…)` becomes `(kept := owner.word)(…)`."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in WORDS:
            node.func = ast.NamedExpr(ast.Name("kept", ast.Store()), node.func)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node


def _by(transformer: type[ast.NodeTransformer]) -> Disguise:
    def disguise(text: str) -> str:
        tree = transformer().visit(ast.parse(text))
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"

    return disguise


def _by_name(spell: Callable[[str], str]) -> Disguise:
    hide = _by(_ByName)
    return lambda text: _HIDDEN.sub(lambda found: spell(found[1]), hide(text))


def _dotted(between: str) -> Disguise:
    return lambda text: _MEMBER.sub(lambda found: f"{between}{found[1]}", text)


MEMBERS: dict[str, Disguise] = {
    "as it is": plain,
    "spaces": _dotted(" .\t "),
    "continued": _dotted(" . \\\n    "),
    "kept": _by(_Bound),
    "by name": _by_name(lambda word: f'"{word}"'),
    "by escape": _by_name(lambda word: f'"\\x{ord(word[0]):02x}{word[1:]}"'),
    "by octal": _by_name(lambda word: f'"{word[:-1]}\\{ord(word[-1]):03o}"'),
    "by continued string": _by_name(lambda word: f'"{word[:3]}\\\n{word[3:]}"'),
    "by parts": _by_name(lambda word: f'"{word[:3]}" "{word[3:]}"'),
    "by sum": _by_name(lambda word: f'"{word[:3]}" + "{word[3:]}"'),
}


# --- methods that Keras calls ---------------------------------------------------------------


def _defined(instead: str) -> Disguise:
    return lambda text: re.sub(r"\bdef call\(", instead, text)


class _Assigned(ast.NodeTransformer):
    """`def call` becomes another function, and `call` is that."""

    def __init__(self, statement: str) -> None:
        self._statement = statement

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        body: list[ast.stmt] = []
        for item in node.body:
            body.append(item)
            if isinstance(item, ast.FunctionDef) and item.name == "call":
                item.name = "own"
                body += ast.parse(self._statement).body
        node.body = body
        return node


def _assigned(statement: str) -> Disguise:
    def disguise(text: str) -> str:
        if "super().call" in text:
            return text
        return ast.unparse(_Assigned(statement).visit(ast.parse(text))) + "\n"

    return disguise


CALLS: dict[str, Disguise] = {
    "as it is": plain,
    "continued": _defined("def \\\n        call ("),
    "form feed": _defined("def\x0ccall("),
    "assigned": _assigned("call = own"),
    "annotated": _assigned("call: object = own"),
    "unpacked": _assigned("call, other = own, 1"),
    "unpacked last": _assigned("other, call = 1, own"),
    "looped": _assigned("for call in [own]: pass"),
    "walrus": _assigned("(call := own)"),
}


# --- around it ------------------------------------------------------------------------------

_NOISE = '''"""A module.

class Nothing:
x = 3  # at the margin, and yet a string
"""
def unrelated(rows, word="it's"):
    """Don't: `def call(self)`."""
    text = f"{rows[0]!r:>{len(word)}}" 'and "so" on' """ # no comment """
    return [row for row in rows if row != '\\'' or text]

'''


def _in_function(text: str) -> str:
    return f"def outer():\n{indent(text, '    ')}\n"


def _with_tabs(text: str) -> str:
    return re.sub(r"^(?: {4})+", lambda found: "\t" * (len(found[0]) // 4), text, flags=re.M)


AROUND: dict[str, Disguise] = {
    "alone": plain,
    "noise before": lambda text: _NOISE + text,
    "noise after": lambda text: text + _NOISE,
    "in a function": _in_function,
    "under a condition": lambda text: f"if True:\n{indent(text, '    ')}\n",
    "with tabs": _with_tabs,
    "form feeds": lambda text: text.replace("\n\n", "\n\x0c\n"),
}


# --- bytes ----------------------------------------------------------------------------------


def _in(encoding: str) -> Callable[[str], bytes]:
    def encoded(text: str) -> bytes:
        try:
            return f"# coding: {encoding}\n{text}".encode(encoding)
        except UnicodeEncodeError:
            return text.encode()

    return encoded


def _in_utf7(text: str) -> bytes:
    """Encode as UTF-7, with some letters in the escaped one of its two forms."""
    text = text.encode("ascii", "replace").decode().replace("+", "+-")
    others = {"f": "+AGY-", "G": "+AEc-", "c": "+AGM-"}
    return b"# coding: utf-7\n" + "".join(others.get(letter, letter) for letter in text).encode()


BYTES: dict[str, Callable[[str], bytes]] = {
    "utf-8": str.encode,
    "byte order mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "latin-1": _in("latin-1"),
    "cp1252": _in("cp1252"),
    "shift_jis": _in("shift_jis"),
    "utf-7": _in_utf7,
    "Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "old Mac": lambda text: text.replace("\n", "\r").encode(),
}
