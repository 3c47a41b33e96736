"""The TensorFlow functions that issue a query, and how a call of one passes its arguments."""

from __future__ import annotations

from typing import Any, NamedTuple


class Parameters(NamedTuple):
    """TensorFlow's names of a query's parameters, in positional order; empty if there is none."""

    tape: str
    target: str
    sources: str
    output_gradients: str


QUERIES = {
    "gradient": Parameters("self", "target", "sources", "output_gradients"),
    "jacobian": Parameters("self", "target", "sources", ""),
    "batch_jacobian": Parameters("self", "target", "source", ""),
    "gradients": Parameters("", "ys", "xs", "grad_ys"),
}
#: The queries that are methods of `tf.GradientTape`.
TAPE_METHODS = tuple(name for name, parameters in QUERIES.items() if parameters.tape)


class QueryCall:
    """The arguments of one query, by role, however they were passed."""

    def __init__(self, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        parameters = QUERIES[method]
        names = [name for name in parameters if name]
        given = dict(kwargs)
        given.update((name, args[at]) for at, name in enumerate(names) if at < len(args))
        self.method = method
        self.tape: Any = given.get(parameters.tape)
        self.target: Any = given.get(parameters.target)
        self.sources: Any = given.get(parameters.sources)
        self.output_gradients: Any = given.get(parameters.output_gradients)
