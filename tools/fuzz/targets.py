"""All targets."""

from __future__ import annotations

from typing import Any

from tools.fuzz.baseline_target import BASELINES
from tools.fuzz.cache_target import CACHES
from tools.fuzz.check_targets import MUTATIONS, PROGRAMS, PROJECTS
from tools.fuzz.comment_target import COMMENTS
from tools.fuzz.configuration_target import CONFIGURATIONS
from tools.fuzz.editor_target import EDITORS
from tools.fuzz.growth_target import GROWTH
from tools.fuzz.notebook_target import NOTEBOOKS
from tools.fuzz.pattern_target import PATTERNS
from tools.fuzz.target import Target
from tools.fuzz.terminal_target import TERMINALS

TARGETS: dict[str, Target[Any]] = {
    target.name: target
    for target in (
        PROGRAMS,
        MUTATIONS,
        PROJECTS,
        GROWTH,
        NOTEBOOKS,
        CONFIGURATIONS,
        COMMENTS,
        PATTERNS,
        BASELINES,
        CACHES,
        TERMINALS,
        EDITORS,
    )
}
