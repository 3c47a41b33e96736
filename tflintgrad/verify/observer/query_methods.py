"""The arguments of a query, by role, whatever the signature of the function that issues it.

`rules/queries.txt` has the signatures. The observer cannot read it where tflintgrad is not
installed, so `verify.observed_queries` writes them into the environment.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

#: The environment variable with the signatures.
VARIABLE = "TFLINTGRAD_RUN_QUERIES"
#: The parameter of a method that is the tape itself.
_TAPE = "self"


class Parameters(NamedTuple):
    """TensorFlow's names of a query's parameters; empty if there is none with that role."""

    positional: tuple[str, ...]
    target: str
    sources: str
    upstream: str

    @property
    def is_method(self) -> bool:
        """True for a method of `tf.GradientTape`."""
        return self.positional[:1] == (_TAPE,)


def of_method(parameters: Parameters) -> Parameters:
    """Return the parameters of a method of `tf.GradientTape`: the tape comes first."""
    return parameters._replace(positional=(_TAPE, *parameters.positional))


def encoded(queries: dict[str, Parameters]) -> str:
    """Return the parameters of all queries as text."""
    return json.dumps(queries)


def decoded(text: str) -> dict[str, Parameters]:
    """Return the parameters that `encoded` wrote."""
    rows = json.loads(text)
    return {name: Parameters(tuple(row[0]), *row[1:]) for name, row in rows.items()}


class QueryCall:
    """The arguments of one query, by role, however they were passed."""

    def __init__(
        self, parameters: Parameters, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        given = dict(kwargs)
        names = parameters.positional
        given.update((names[at], value) for at, value in enumerate(args[: len(names)]))
        self.tape: Any = given.get(_TAPE)
        self.target: Any = given.get(parameters.target)
        self.sources: Any = given.get(parameters.sources)
        self.output_gradients: Any = given.get(parameters.upstream)
