"""All targets."""

from __future__ import annotations

from typing import Any

from tools.fuzz.baseline_target import BASELINES
from tools.fuzz.cache_target import CACHES
from tools.fuzz.check_targets import MUTATIONS, PROGRAMS, PROJECTS, SOURCES
from tools.fuzz.comment_target import COMMENTS
from tools.fuzz.configuration_target import CONFIGURATIONS
from tools.fuzz.editor_target import EDITORS
from tools.fuzz.growth_target import GROWTH
from tools.fuzz.nested_target import NESTED
from tools.fuzz.notebook_target import NOTEBOOKS
from tools.fuzz.page_target import PAGES
from tools.fuzz.pattern_target import PATTERNS
from tools.fuzz.protocol_target import PROTOCOL
from tools.fuzz.target import Target
from tools.fuzz.terminal_target import TERMINALS

TARGETS: dict[str, Target[Any]] = {
    target.name: target
    for target in (
        PROGRAMS,
        MUTATIONS,
        SOURCES,
        PROJECTS,
        GROWTH,
        NESTED,
        NOTEBOOKS,
        CONFIGURATIONS,
        COMMENTS,
        PATTERNS,
        BASELINES,
        CACHES,
        TERMINALS,
        PAGES,
        EDITORS,
        PROTOCOL,
    )
}
