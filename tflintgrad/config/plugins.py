"""The rules of installed packages, as settings see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.config.settings import ConfigurationError
from tflintgrad.knowledge.plugins import installed_plugins
from tflintgrad.knowledge.rules import RulebookError, rulebook

if TYPE_CHECKING:
    from tflintgrad.knowledge.plugins import Plugin


def use_installed_plugins() -> tuple[Plugin, ...]:
    """Add the rules of installed packages to the rulebook of this process, and return them.

    None of their code is imported, which the first analysis does. Raise ConfigurationError for one
    whose pages cannot be used.
    """
    try:
        plugins = installed_plugins()
        rulebook().add(plugins)
    except RulebookError as problem:
        raise ConfigurationError(str(problem)) from None
    except OSError as problem:
        raise ConfigurationError(f"a plugin cannot be read: {problem}") from None
    return plugins
