"""Messages of an editor to the language server: options, texts, edits and positions."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from lsprotocol import types

from tflintgrad.frontends.server.documents import Document
from tflintgrad.frontends.server.hover import op_page
from tflintgrad.frontends.server.settings import KEYS, EditorSettings, from_editor
from tools.fuzz.target import Target, expect

_VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1e300,
    "",
    "TFG201",
    "\ud800",
    [],
    ["TFG2"],
    [[]],
    {},
    {"a": {"b": 1}},
)
_TEXTS = ("tf.exp(x)\n", "\r", "\r\n", "\f", "𝒳é", "", "x" * 50, "\u2028", "tf.", "\ud800", "\0")
_NUMBERS = (0, 1, 2, 3, 7, 100, 2**31 - 1)


def _case(rng: Random) -> str:
    keys = [*KEYS, "tflintgrad", "selekt", "extend-select", ""]
    options: Any = {rng.choice(keys): rng.choice(_VALUES) for _ in range(rng.randrange(4))}
    if rng.random() < 0.3:
        options = rng.choice(({"tflintgrad": options}, *_VALUES))
    edits = [
        [rng.choice(_TEXTS), *(rng.choice(_NUMBERS) for _ in range(4))]
        for _ in range(rng.randrange(6))
    ]
    return json.dumps([options, "".join(rng.choices(_TEXTS, k=4)), edits])


def _attempt(case: str) -> None:
    sent, text, edits = json.loads(case)
    options = from_editor(sent)
    expect(all("\n" not in line for line in options.errors), "an error of two lines")
    EditorSettings(options.table).in_folder("/nowhere")
    document = Document("file:///a.py", text, 1, "python")
    for new, *numbers in edits:
        start, end = types.Position(*numbers[:2]), types.Position(*numbers[2:])
        before = len(document.source)
        change = types.TextDocumentContentChangePartial(types.Range(start, end), new)
        document.apply_change(change)
        expect(len(document.source) <= before + len(new), "an edit made up text")
        op_page(*document.line_at(end), "")


EDITORS = Target("editors", _case, _attempt)
