"""Whatever limit the analysis runs into: it may miss something, and makes nothing up.

Each limit is lowered so far that small programs run into it, as large ones do into the real one.
Programs whose gradients are right must stay without a finding.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest

from tests.support.judge import read_cases, read_project, read_rule
from tests.support.judge.labels import MARK
from tests.support.paths import KERAS, NOTEBOOKS, PROGRAMS, PROJECTS, RULES
from tflintgrad import check_files, checks, flow
from tflintgrad.config.settings import Settings
from tflintgrad.engine import project_view
from tflintgrad.engine.check_texts import check_text
from tflintgrad.flow.domain.traversal import NO_LIMIT, all_behind, all_edges, walk_back
from tflintgrad.flow.domain.values import Value, alternatives
from tflintgrad.flow.interpreter.budget import PER_PROGRAM, StepLimits
from tflintgrad.flow.reachability import MAX_NODES
from tflintgrad.source.notebook import open_notebook

#: Right programs in which one limit or another once made a finding.
SENSITIVE = (
    "clean/numpy_and_python/shape_arithmetic_in_python",
    "clean/reinforcement_learning/old_log_probs_in_loop", "clean/higher_order/maml_functional_dict",
    "clean/gans/unbuilt_discriminator_through_helper",
    "clean/generative_models/contrastive_divergence_rbm", "clean/simulation/kalman_filter_learnt",
    "clean/sequence_models/class_token_attention",
    "clean/higher_order/stack_of_independent_elements",
    "clean/program_structure/map_over_nine_values", "clean/program_structure/one_of_six_functions",
    "clean/higher_order/elementwise_bijection_derivative",
    "clean/keras_layers/build_precomputes_constants",
    "clean/traced_functions/eager_gradient_penalty_with_tensorarray",
    "clean/singularities/logdet_by_slogdet_and_cholesky",
    "clean/custom_gradients/star_args_and_variables_keyword",
    "clean/optimizers/each_of_many_variables_once",
    "clean/singularities/margin_cast_to_input_dtype", "clean/tapes/tape_passed_to_helper",
    "clean/traced_functions/list_in_eager_while_loop", "clean/maml_stateless",
    "clean/gradient_accumulation", "clean/cycle_gan_persistent_tape",
    "TFG102-source-not-watched:not-flagged-2", "TFG501-overwritten-accumulator:use-instead-4",
    "TFG702-wrong-gradient-count:not-flagged-1", "TFG705-cut-inside-gradient:not-flagged-2",
    "ok_base_samples", "ok_helper_watches", "ok_kept_elsewhere", "ok_namespace_ema",
    "ok_registry_reports",
)  # fmt: skip

Patch = tuple[ModuleType, str, object]


def _modules() -> list[ModuleType]:
    return [
        importlib.import_module(found.name)
        for package in (flow, checks)
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]


MODULES = _modules()


def constants(*names: str) -> Callable[[object], list[Patch]]:
    """A limit that is a constant, wherever it was imported to."""

    def lowered(limit: object) -> list[Patch]:
        return [
            (module, name, limit) for module in MODULES for name in names if name in vars(module)
        ]

    return lowered


def steps(limit: int) -> list[Patch]:
    """Both kinds of work that a program may take."""
    return [*constants("MIN_STEPS")(limit), *constants("STEPS_PER_CHARACTER")(0)]


LENIENT_TO_NOBODY: list[Patch] = [(project_view, "MAX_LENIENCY", 1)]


def in_other_modules(limit: int) -> list[Patch]:
    return [*constants("PER_PROGRAM")(StepLimits(limit, limit)), *LENIENT_TO_NOBODY]


def before_a_question(limit: int) -> list[Patch]:
    lowered = StepLimits(limit, PER_PROGRAM.to_answer)
    return [*constants("PER_PROGRAM")(lowered), *LENIENT_TO_NOBODY]


def for_one_function(limit: int) -> list[Patch]:
    lowered = StepLimits(limit, limit)
    return [*constants("PER_BODY", "PER_ENTRY")(lowered), *LENIENT_TO_NOBODY]


def read_late(limit: int) -> list[Patch]:
    return [*constants("MAX_LOADED_LATE")(limit), *before_a_question(20)]


def names_looked_up(limit: int) -> list[Patch]:
    """To know what code gets at that is not followed."""
    return [*constants("MAX_LOOKS")(limit), *constants("MAX_DEPTH")(1)]


def walks(most: int) -> list[Patch]:
    """All walks, but those that say that they have no limit."""

    def few(
        start: Value, follow: Callable[[Value], Iterable[Value]] = all_edges, limit: int = 2000
    ) -> Iterator[Value]:
        return walk_back(start, follow, limit if limit == NO_LIMIT else min(limit, most))

    def all_of_few(
        start: Value, follow: Callable[[Value], Iterable[Value]] = all_edges, limit: int = 2000
    ) -> list[Value] | None:
        found = list(walk_back(start, follow, most + 1))
        return found if len(found) <= min(limit, most) else None

    return [*_instead_of(walk_back, few), *_instead_of(all_behind, all_of_few)]


def choices(most: int) -> list[Patch]:
    """Alternatives, but where all that a target depends on are asked for."""

    def few(value: Value, limit: int = 4) -> list[Value]:
        return alternatives(value, limit if limit == MAX_NODES else min(limit, most))

    return _instead_of(alternatives, few)


def _instead_of(function: Callable[..., object], other: Callable[..., object]) -> list[Patch]:
    name = function.__name__
    return [(module, name, other) for module in MODULES if getattr(module, name, None) is function]


LIMITS: dict[str, tuple[Callable[[int], list[Patch]], tuple[int, ...]]] = {
    "depth of calls": (constants("MAX_DEPTH"), (0, 1, 2, 3, 5)),
    "steps": (steps, (0, 20, 50, 100, 200, 800)),
    "the same function again": (constants("LARGE", "OFTEN"), (0, 1, 2)),
    "names looked up": (names_looked_up, (0, 100)),
    "steps in other modules": (in_other_modules, (-1, 0, 50, 100, 300)),
    "steps before a question": (before_a_question, (-1, 20, 50, 100)),
    "steps of one function in other modules": (for_one_function, (-1, 0, 20, 50)),
    "shares": (constants("MAX_SHARES"), (1, 50, 1000)),
    "modules": (constants("MAX_LOADED"), (0, 1, 2, 3)),
    "modules that are read late": (read_late, (0, 1)),
    "unrolled calls": (constants("MAX_UNROLLED"), (0, 2)),
    "results one by one": (constants("MAX_RESULTS"), (0, 1, 2)),
    "overrides": (constants("MAX_OVERRIDES"), (0, 1)),
    "nodes behind a target": (constants("MAX_NODES"), (1, 3, 10, 30, 50)),
    "nodes in a walk": (walks, (1, 3, 10, 20, 50)),
    "alternatives": (choices, (1, 2, 3)),
    "items of a list": (constants("MAX_ITEMS"), (3, 5)),
    "numbers of a literal": (constants("MAX_NUMBERS"), (1, 2)),
    "choices": (constants("MAX_CHOICES"), (0, 1)),
    "values behind a total": (constants("_FAR"), (1, 10)),
}
EACH = [
    pytest.param(lower(value), id=f"{name} = {value}")
    for name, (lower, values) in LIMITS.items()
    for value in values
]

Check = Callable[[], set[str]]


def _of_text(name: str, text: str) -> Check:
    def found() -> set[str]:
        marks = set(MARK.findall(text))
        result = check_text(text, f"{name.replace(':', '_')}.py", Settings())
        assert result.error is None
        return {finding.code for finding in result.findings} - marks

    return found


def _of_files(path: Path) -> Check:
    return lambda: {
        finding.code for result in check_files([str(path)]) for finding in result.findings
    }


def _right_programs() -> Iterator[tuple[str, Check]]:
    written = [program for folder in (PROGRAMS, KERAS) for program in read_cases(folder)]
    shown = [program for path in _files(RULES, "TFG*.md") for program in read_rule(path)]
    for program in (*written, *shown):
        if program.label.effect == "ok":
            yield program.test_id, _of_text(program.name, program.text)
    for path in _files(PROJECTS, "*/"):
        project = read_project(path)
        if project.label.effect == "ok" and not project.marks:
            yield project.name, _of_files(path)
    for path in _files(NOTEBOOKS, "*.ipynb"):
        text = open_notebook(str(path)).text
        if "effect: ok" in text and not MARK.search(text):
            yield path.stem, _of_files(path)


def _files(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern))


RIGHT = dict(_right_programs())


def _wrongly_reported(patches: list[Patch], names: Iterable[str]) -> dict[str, set[str]]:
    assert patches
    with ExitStack() as lowered:
        for module, name, value in patches:
            lowered.enter_context(mock.patch.object(module, name, value))
        found = {name: RIGHT[name]() - {"TFG000"} for name in names}
    return {name: codes for name, codes in found.items() if codes}


@pytest.mark.parametrize("patches", EACH)
def test_a_limit_is_no_reason_for_an_alarm(patches: list[Patch]) -> None:
    assert _wrongly_reported(patches, SENSITIVE) == {}


@pytest.mark.full
@pytest.mark.parametrize("patches", EACH)
def test_a_limit_is_no_reason_for_an_alarm_anywhere(patches: list[Patch]) -> None:
    assert _wrongly_reported(patches, RIGHT) == {}


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("most", [3, 20])
def test_several_limits_at_once(depth: int, most: int) -> None:
    patches = [
        *constants("MAX_DEPTH")(depth),
        *walks(most),
        *choices(2),
        *constants("MAX_RESULTS")(2),
    ]
    assert _wrongly_reported(patches, SENSITIVE) == {}
