"""Names and signatures of the calls that both observers wrap, from the tables in `rules/`.

They are read when this module is imported: the sandboxed worker cannot read them later.
"""

from __future__ import annotations

from typing import Final

from tflintgrad.knowledge import methods, queries
from tflintgrad.knowledge.signatures import Signature
from tflintgrad.verify.observer.query_methods import Parameters, of_method


def _parameters(signature: Signature) -> Parameters:
    target, sources, upstream = map(signature.keyword, ("target", "sources", "upstream"))
    return Parameters(signature.parameters, target, sources, upstream)


#: The queries that are methods of `tf.GradientTape`, by name.
TAPE_METHODS: Final = {
    name: of_method(_parameters(signature)) for name, signature in queries.tape_methods().items()
}
#: The queries that are functions of `tf` and of `tf.compat.v1`, by name.
FUNCTIONS: Final = {
    name.rpartition(".")[2]: _parameters(signature)
    for name, signature in queries.functions("gradients").items()
    if name.count(".") == 1
}
#: All of them.
QUERIES: Final = {**TAPE_METHODS, **FUNCTIONS}
#: Methods of optimizers that get pairs of gradients and variables, or two lists.
STEPS_BY_PAIRS: Final = methods.names_with("apply_pairs")
STEPS_BY_LISTS: Final = methods.names_with("apply")
#: The keyword of the variables in the latter.
STEP_VARIABLES: Final = methods.keyword("apply", "variables")
#: Methods that train a Keras model.
TRAININGS: Final = queries.names_with("fit")
#: Methods that assign to a variable.
ASSIGNMENTS: Final = methods.names_with("assign", "increment", "update")
