"""The sandbox that a forked child enters before it runs the user's program.

On Linux, Landlock confines writing to one folder and reading to what programs need (`readable`),
seccomp blocks the network and other processes, and resource limits bound time and memory.
"""

from __future__ import annotations

from .confinement import NotConfined, close_descriptors_except, confine, prepare, probe
from .environment import minimal_environment
from .linux_calls import die_with_parent, prefer_for_oom_kill
from .protection import Protection
from .readable import Readable, readable
from .resource_limits import Limits
from .resource_usage import exceeded_limit
from .safe_rmtree import remove_tree

__all__ = [
    "Limits",
    "NotConfined",
    "Protection",
    "Readable",
    "close_descriptors_except",
    "confine",
    "die_with_parent",
    "exceeded_limit",
    "minimal_environment",
    "prefer_for_oom_kill",
    "prepare",
    "probe",
    "readable",
    "remove_tree",
]
