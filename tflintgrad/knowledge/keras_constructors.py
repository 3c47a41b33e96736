"""Parameters of the constructors of Keras' classes: reads `rules/keras-constructors.txt`."""

from __future__ import annotations

from functools import cache

from tflintgrad.knowledge.op_table import rules_file
from tflintgrad.knowledge.signatures import NO_PARAMETERS, Signature, TableError, parse_signature

_EVERY = "every"


@cache
def constructor(kind: str, name: str) -> Signature:
    """Return the parameters of a class of a kind ("layer", "loss", …), under a dotted name."""
    table = signatures()
    common = table.get(f"{_EVERY} {kind}", NO_PARAMETERS)
    own = table.get(name.rpartition(".")[2], NO_PARAMETERS)
    return Signature(own.parameters, {**common.slots, **own.slots})


@cache
def signatures() -> dict[str, Signature]:
    """Return all lines of the file: by class, and by `every layer` and the like."""
    found: dict[str, Signature] = {}
    lines = rules_file("keras-constructors.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#"):
            continue
        names, _, parameters = line.partition("(")
        signature = parse_signature(parameters.removesuffix(")"))
        for name in [names] if names.startswith(_EVERY) else names.split():
            if name in found:
                raise TableError(f"rules/keras-constructors.txt:{number}: `{name}` is listed twice")
            found[name] = signature
    return found
