"""ACM102: values that the library `acme_ops` rounds to few bits."""

from collections.abc import Iterator

from tflintgrad.plugins.v1 import Program, Problem, check

#: With fewer, the estimated gradient is too rough to train with.
FEWEST_BITS = 8


@check
def coarse_quantization(program: Program) -> Iterator[Problem]:
    """Report `acme_ops.quantize(values, bits=…)` with few bits between a source and a target."""
    for query in program.queries:
        for source in query.sources:
            for value in query.between(source):
                bits = value.argument("bits") if value.op == "acme_ops.quantize" else None
                if bits is not None and isinstance(bits.constant, int):
                    if bits.constant < FEWEST_BITS:
                        path = query.path(source, via=value)
                        yield Problem(
                            "coarse-quantization", value, query, path, facts={"bits": bits.constant}
                        )
