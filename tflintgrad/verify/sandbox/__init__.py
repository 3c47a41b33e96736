"""The sandbox that a forked child puts itself into before it runs somebody's program.

On Linux, Landlock confines writing to one folder, seccomp cuts off the network and other processes,
and limits bound what can be used up. Reading files stays possible: it is how programs are imported.
"""

from __future__ import annotations

from .confinement import NotConfined, close_all_but, confine, prepare, probe
from .environment import minimal_environment
from .linux_calls import be_first_victim, die_with
from .protection import Protection
from .resource_limits import Limits
from .resource_usage import excess
from .safe_rmtree import remove

__all__ = [
    "Limits",
    "NotConfined",
    "Protection",
    "be_first_victim",
    "close_all_but",
    "confine",
    "die_with",
    "excess",
    "minimal_environment",
    "prepare",
    "probe",
    "remove",
]
