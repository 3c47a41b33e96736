"""Whatever limit the analysis runs into: it may miss something, and makes nothing up.

Each limit is lowered so far that small programs run into it, as large ones do into the real one.
Programs whose gradients are right must stay without a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.support.judge import read_cases, read_project, read_rule
from tests.support.judge.labels import MARK
from tests.support.paths import KERAS, NOTEBOOKS, PROGRAMS, PROJECTS, RULES
from tflintgrad import check_files, limits
from tflintgrad.config.settings import Settings
from tflintgrad.engine.check_in_memory import check_text
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
    "ok_registry_reports", "clean/tapes/late_watch_of_recorded_input",
    "clean/program_structure/subclass_watches_input", "ok_inherited_loss_call",
    "TFG801-non-trainable-source:not-flagged-4",
)  # fmt: skip

Lowered = dict[str, Any]

#: Limits that no finding depends on: other tests are about what they keep in bounds.
OTHERS = {
    "of what is read": {
        "MAX_FILE_BYTES", "MAX_CODE_BYTES", "MIN_MAPPED_BYTES", "MAX_DECLARATION_BYTES",
        "MAX_JSON_DEPTH", "MAX_JSON_KEY_BYTES", "MAX_PATTERN_ALTERNATIVES", "MAX_INPUT_LENGTH",
        "MAX_CONFIGURATION_BYTES", "MAX_KEY_PARTS", "MAX_IGNORE_BYTES", "MAX_IGNORE_PATTERNS",
        "MAX_BASELINE_BYTES", "MAX_PIECE_TOKENS",
    },
    "of our own tables": {"MAX_ALIASES"},
    "of time, memory and processes": {
        "TIME_LIMIT_SECONDS", "STEPS_PER_CLOCK_CHECK", "MAX_PYTHON_FRAMES", "MAX_PROCESSES",
        "MAX_PROGRAM_BYTES", "MEMORY_CHECK_SECONDS", "GRACE_SECONDS", "VALUES_PER_CLOCK_CHECK",
    },
    "of caches": {
        "MAX_CACHED_RUNS", "MAX_CACHED_UNUSED_FILES", "MAX_CACHED_UNUSED_CHARACTERS",
        "MAX_CACHED_VERDICTS",
    },
    "of what is shown": {
        "MAX_BOXES", "MAX_DRAWN_SOURCES", "MAX_CAPTION_NAMES", "MAX_FIX_PASSES",
        "MAX_OPERAND_CHARACTERS", "MAX_SHOWN_FIX_LINES",
    },
    "a rule's own threshold": {"LARGE_JACOBIAN_ENTRIES"},
    "of verification and reproductions": {
        "MAX_PROGRAMS_PER_FINDING", "ENOUGH_OBSERVATIONS", "MAX_OBSERVATIONS_PER_LINE",
        "MAX_REPORT_BYTES", "MAX_OBSERVED_FRAMES", "MAX_DETACHED_BYTES", "MAX_APPLICATIONS",
        "MAX_APPLIED_ENTRIES", "MAX_OUTPUTS", "MAX_LINKED_FILES", "MAX_DIGESTED_BYTES",
        "MAX_PREFERRED_LINES", "MAX_SLICE_LINES", "MAX_RELATED_VALUES", "MAX_COPIED_VALUES",
        "MAX_EXPRESSION_DEPTH", "MAX_LINTED_FILES", "MAX_QUOTED_FINDINGS",
    },
}  # fmt: skip
#: How far a limit is lowered, if not to these.
DEFAULT_VALUES = (0, 1)
VALUES: dict[str, tuple[int, ...]] = {
    "MAX_CALL_DEPTH": (0, 1, 2, 3, 5),
    "MAX_ENTRY_SHARES": (1, 50, 1000),  # the more, the smaller
    "MAX_MODULES": (0, 1, 2, 3),
    "MAX_ITEMS": (3, 5),
    "MAX_JOINED_ELEMENTS": (1, 2),
    "MAX_LITERAL_NUMBERS": (1, 2),  # one is what any constant is
    "MAX_RESULTS": (0, 1, 2),
    "MAX_UNROLLED": (0, 2),
    "MAX_QUERY_VALUES": (1, 3, 10, 30, 50),
    "MAX_VALUES_OF_ALL_QUERIES": (1, 10, 50),
    "MAX_TOTAL_VALUES": (1, 10),
    "MAX_WALK_VALUES": (1, 10, 50),
    "MAX_NEAR_VALUES": (1, 10, 50),
    "MAX_CLOSE_VALUES": (1, 10, 50),
    "MAX_ALTERNATIVES": (1, 2, 3),
    "MAX_SOURCE_ALTERNATIVES": (1, 2, 3),
    "MAX_WEIGHT_ALTERNATIVES": (1, 2, 3),
}

_IMPORT_STEPS = [name for name in vars(limits) if "IMPORT_STEPS" in name]
_PARTS = [name for name in _IMPORT_STEPS if "BODY" in name or "ENTRY" in name]
_WALKS = ("MAX_WALK_VALUES", "MAX_NEAR_VALUES", "MAX_CLOSE_VALUES", "MAX_TOTAL_VALUES")
_ALTERNATIVES = ("MAX_ALTERNATIVES", "MAX_SOURCE_ALTERNATIVES", "MAX_WEIGHT_ALTERNATIVES")
#: Limits lowered together, and what others are set to so that small programs reach them.
TOGETHER: dict[str, tuple[Iterable[str], Lowered, tuple[int, ...]]] = {
    "steps": (["MIN_STEPS"], {"STEPS_PER_CHARACTER": 0}, (0, 20, 50, 100, 200, 800)),
    "repeated calls": (["MIN_STEPS_OF_REPETITION", "MAX_VISITS"], {}, (0, 1, 2)),
    "lookups": (["MAX_LOOKUPS"], {"MAX_CALL_DEPTH": 1}, (0, 100)),
    "lookups of imported calls": (
        ["MAX_LOOKUPS_PER_IMPORTED_CALL"],
        {**dict.fromkeys(_IMPORT_STEPS, 20), "MAX_BUDGET_SCALE": 1},
        (0, 5),
    ),
    "import steps": (
        ["MAX_IMPORT_STEPS_BEFORE_QUERY", "MAX_IMPORT_STEPS"],
        {"MAX_BUDGET_SCALE": 1},
        (-1, 0, 50, 100, 300),
    ),
    "import steps before a query": (
        ["MAX_IMPORT_STEPS_BEFORE_QUERY"],
        {"MAX_BUDGET_SCALE": 1},
        (-1, 20, 50, 100),
    ),
    "import steps of a part": (_PARTS, {"MAX_BUDGET_SCALE": 1}, (-1, 0, 20, 50)),
    "late modules": (
        ["MAX_LATE_MODULES"],
        {"MAX_IMPORT_STEPS_BEFORE_QUERY": 20, "MAX_BUDGET_SCALE": 1},
        (0, 1),
    ),
    "walks": (_WALKS, {}, (1, 3, 10, 20, 50)),
    "alternatives": (_ALTERNATIVES, {}, (1, 2, 3)),
    "walks, with calls of depth 1": (
        _WALKS,
        {"MAX_CALL_DEPTH": 1, "MAX_RESULTS": 2, **dict.fromkeys(_ALTERNATIVES, 2)},
        (3, 20),
    ),
    "walks, with calls of depth 2": (
        _WALKS,
        {"MAX_CALL_DEPTH": 2, "MAX_RESULTS": 2, **dict.fromkeys(_ALTERNATIVES, 2)},
        (3, 20),
    ),
}


def _names() -> set[str]:
    return {name for name in vars(limits) if name.isupper()}


def _elsewhere() -> set[str]:
    return {name for names in OTHERS.values() for name in names}


def _each() -> Iterator[tuple[str, Lowered]]:
    """Yield every limit that findings may depend on, lowered: a new one is among them at once."""
    for name in sorted(_names() - _elsewhere()):
        for value in VALUES.get(name, DEFAULT_VALUES):
            yield f"{name} = {value}", {name: value}
    for subject, (names, others, values) in TOGETHER.items():
        for value in values:
            yield f"{subject} = {value}", {**others, **dict.fromkeys(names, value)}


EACH = [pytest.param(lowered, id=name) for name, lowered in _each()]


def test_the_lists_name_limits() -> None:
    assert {*VALUES, *_elsewhere(), *(name for _, low in _each() for name in low)} == _names()


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


def _wrongly_reported(lowered: Lowered, names: Iterable[str]) -> dict[str, set[str]]:
    with mock.patch.multiple(limits, **lowered):
        found = {name: RIGHT[name]() - {"TFG000"} for name in names}
    return {name: codes for name, codes in found.items() if codes}


@pytest.mark.parametrize("lowered", EACH)
def test_a_limit_is_no_reason_for_an_alarm(lowered: Lowered) -> None:
    assert _wrongly_reported(lowered, SENSITIVE) == {}


@pytest.mark.full
@pytest.mark.parametrize("lowered", EACH)
def test_a_limit_is_no_reason_for_an_alarm_anywhere(lowered: Lowered) -> None:
    assert _wrongly_reported(lowered, RIGHT) == {}
