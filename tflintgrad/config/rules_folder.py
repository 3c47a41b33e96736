"""The folder of a project's own op lines, which the key `rules` names: data, never code."""

from __future__ import annotations

import os

from tflintgrad import limits
from tflintgrad.config.settings import ConfigurationError
from tflintgrad.knowledge.own_ops import OWN_OPS, InvalidOps, own_lines
from tflintgrad.source.files import Unreadable, read_bytes


def read_own_ops(folder: str, origin: str) -> str:
    """Return the lines of the folder's table; raise ConfigurationError. `origin` names the key."""
    path = os.path.join(folder, OWN_OPS)
    try:
        return own_lines(read_bytes(path, limits.MAX_CONFIGURATION_BYTES).decode("utf-8"))
    except UnicodeDecodeError:
        raise ConfigurationError(f"{origin}: rules: {path}: not in UTF-8") from None
    except (Unreadable, InvalidOps) as problem:
        raise ConfigurationError(f"{origin}: rules: {path}: {problem}") from None
