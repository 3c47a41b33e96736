"""Load the checks of plugins: this is where code of other packages begins to run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from tflintgrad.checks import base
from tflintgrad.config.settings import ConfigurationError
from tflintgrad.knowledge.plugins import Plugin
from tflintgrad.knowledge.rules import RulebookError, rulebook
from tflintgrad.plugins import v1

_loaded: set[Plugin] = set()


def load_plugins(plugins: Iterable[Plugin]) -> None:
    """Import plugins that the rulebook has, and register their checks, each once.

    Raise ConfigurationError for a plugin that cannot be imported, or has no check.
    """
    for plugin in plugins:
        if plugin not in _loaded:
            _load(plugin)
            _loaded.add(plugin)


def _load(plugin: Plugin) -> None:
    try:
        for code in rulebook().codes_of(plugin):
            rulebook().get(code)
    except RulebookError as problem:
        raise ConfigurationError(f"{plugin}: {problem}") from None
    try:
        import_module(plugin.package)
    except (Exception, SystemExit) as problem:  # code of others
        reason = " ".join(str(problem).split())
        kind = type(problem).__name__
        raise ConfigurationError(f"{plugin} cannot be loaded: {kind}: {reason}") from None
    inside = f"{plugin.package}."
    own = [item for item in v1.CHECKS if f"{item.__module__}.".startswith(inside)]
    if not own:
        raise ConfigurationError(f"{plugin}: importing {plugin.package!r} registers no check")
    for function in own:
        base.check(_adapted(function, plugin))


def _adapted(function: v1.Check, plugin: Plugin) -> base.Check:
    """Return a check of a plugin as one of ours."""

    def run(context: base.CheckContext) -> Iterator[base.Problem]:
        for problem in function(v1.Program(context)):
            yield _problem(problem, plugin)

    run.__name__ = f"{function.__module__}.{function.__name__}"
    return run


def _problem(found: v1.Problem, plugin: Plugin) -> base.Problem:
    if rulebook().owner_of(rulebook().variant(found.rule).code) != plugin:
        raise RulebookError(f"{found.rule!r} is no rule of {plugin}")
    query = found.query._query if found.query is not None else None
    culprit = found.at._node if isinstance(found.at, v1.Value) else None
    site = culprit.site if culprit is not None else None
    if isinstance(found.at, v1.Query):
        site = found.at._query.site
    if site is None:
        raise ValueError(f"{found.at} is no place in the program")
    path = [value._node for value in found.path]
    facts: dict[str, Any] = found.facts
    return base.problem(
        found.rule,
        site,
        query,
        path=path,
        culprit=culprit if culprit in path else None,
        effect=found.effect,
        **facts,
    )
