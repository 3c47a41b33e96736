"""ACM101: gradients that are stopped without saying so."""

from collections.abc import Iterator

from tflintgrad.plugins.v1 import Program, Problem, check

#: How Acme calls what is a constant on purpose.
PREFIX = "fixed_"


@check
def unnamed_stops(program: Program) -> Iterator[Problem]:
    """Report a part of a loss that `tf.stop_gradient` takes from a gradient beside another part."""
    for query in program.queries:
        for source in query.sources:
            if not query.between(source):
                continue  # nothing of the gradient is left, which tflintgrad itself reports
            for cut in query.cuts(source):
                if cut.kind == "stop-gradient-on-only-path" and not is_named(cut.value.name):
                    path = query.path(source, via=cut.value)
                    facts = {"source": source.name or "the source"}
                    yield Problem("unnamed-stop", cut.value, query, path, facts=facts)


def is_named(name: str) -> bool:
    """Return whether a name says that its value is a constant."""
    return name.startswith(PREFIX)
