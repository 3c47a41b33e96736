"""Can this file matter at all? Answered from its bytes, a thousand times faster than by parsing.

A finding needs two things: TensorFlow (or Keras) under some name, in the file or in what it
imports from its project, and somebody who asks for a gradient. Names can be aliased, but an alias
starts at an import that spells the real name, and a method such as `tape.gradient` cannot be
renamed at all. So a file without these substrings has nothing to find. Where that is not certain,
the file matters.
"""

from __future__ import annotations

import re

# `import tensorflow.compat.v2 as tf`, `from tensorflow import *`, `import tensorflow_probability`,
# `tf_keras`, `keras_core`: every import that can bring TensorFlow in spells one of the two.
LIBRARIES = (b"tensorflow", b"keras")

# "radient" covers gradient, gradients, GradientTape, apply_gradients, custom_gradient,
# value_and_gradient and their spellings in either case.
QUERIES = (b"radient", b"acobian", b"minimize", b"hessians", b"ForwardAccumulator")

# Keras puts a tape around these itself, so that no gradient word needs to appear. Methods cannot be
# renamed: they are looked up by these names, defined under them, or named in a string.
_KERAS_QUERIES = re.compile(
    rb"\b(?:train_step|add_loss|train_on_batch)\b"
    rb"|(?<!\bre)\.compile\b|\bdef[ \t]+compile\b"
    rb"|\.fit(?:_generator)?\b"
    rb"|\bdef[ \t]+call\b|\bcall[ \t]*="
    rb"|[\"'](?:call|compile|fit)[\"']"
)

# A list with a code or a name of ours in it; so many files have one with E501 only.
_NOQA_WITH_RULES = re.compile(rb"noqa[ \t]*:[^\r\n#]*(?:tfg|[a-z]-[a-z])")


def names_library(data: bytes) -> bool:
    return any(name in data for name in LIBRARIES)


def names_keras(data: bytes) -> bool:
    return b"keras" in data


def asks(data: bytes) -> bool:
    """Whether the program may ask for a gradient here."""
    return any(word in data for word in QUERIES)


def keras_asks(data: bytes) -> bool:
    """Whether Keras may ask on behalf of what is here."""
    return _KERAS_QUERIES.search(data) is not None


def matters(data: bytes) -> bool:
    """Whether a file with these bytes can hold a finding by itself."""
    if not names_library(data):
        return False
    return asks(data) or (names_keras(data) and keras_asks(data))


def may_address_us(data: bytes, *, plain_noqa: bool = False) -> bool:
    """Whether there can be a comment that is to silence a finding of ours."""
    lowered = data.lower()
    if b"tflintgrad" in lowered:
        return True
    if b"noqa" not in lowered:
        return False
    return plain_noqa or _NOQA_WITH_RULES.search(lowered) is not None
