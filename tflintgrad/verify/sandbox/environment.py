"""The environment variables that a confined program sees."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from .readable import VARIABLE

# By name and never by prefix: ssh forwards `LC_TOKEN` because it starts with `LC_`, and Terraform
# has tokens that start with `TF_` (`TF_TOKEN_...`).
_ALLOWED = frozenset(
    {
        "PATH",
        "HOME",
        "USER",
        "LOGNAME",
        "TZ",
        "TMPDIR",
        "TMP",
        "TEMP",
        "LANG",
        "LANGUAGE",
        "LC_ALL",
        "LC_ADDRESS",
        "LC_COLLATE",
        "LC_CTYPE",
        "LC_IDENTIFICATION",
        "LC_MEASUREMENT",
        "LC_MESSAGES",
        "LC_MONETARY",
        "LC_NAME",
        "LC_NUMERIC",
        "LC_PAPER",
        "LC_TELEPHONE",
        "LC_TIME",
        "PYTHONPATH",
        "PYTHONHOME",
        "PYTHONHASHSEED",
        "PYTHONUTF8",
        "PYTHONIOENCODING",
        "PYTHONNOUSERSITE",
        "PYTHONDONTWRITEBYTECODE",
        "PYTHONSAFEPATH",
        "PYTHONWARNINGS",
        "VIRTUAL_ENV",
        "CONDA_PREFIX",
        "LD_LIBRARY_PATH",
        "DYLD_LIBRARY_PATH",
        "CUDA_VISIBLE_DEVICES",
        "CUDA_HOME",
        "CUDA_PATH",
        "KERAS_BACKEND",
        "KERAS_HOME",
        "TF_USE_LEGACY_KERAS",
        "TF_ENABLE_ONEDNN_OPTS",
        "TF_CPP_MIN_LOG_LEVEL",
        "TF_CPP_MAX_VLOG_LEVEL",
        "TF_DETERMINISTIC_OPS",
        "TF_CUDNN_DETERMINISTIC",
        "TF_NUM_INTRAOP_THREADS",
        "TF_NUM_INTEROP_THREADS",
        "TF_FORCE_GPU_ALLOW_GROWTH",
        "TF_GPU_ALLOCATOR",
        "TF_XLA_FLAGS",
        "XLA_FLAGS",
        "TF2_BEHAVIOR",
        "TF_FUNCTION_JIT_COMPILE_DEFAULT",
        "OMP_NUM_THREADS",
        "MKL_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "NUMEXPR_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
        "SYSTEMROOT",
        VARIABLE,
    }
)


def minimal_environment(source: Mapping[str, str]) -> dict[str, str]:
    """Return the variables without which programs do not run or run differently; no tokens.

    The process that forks the children must be started with them: a child's `/proc/self/environ`
    shows that process's initial environment, whatever `os.environ` holds later.
    """
    return {name: value for name, value in source.items() if name in _ALLOWED}


def use_folder(folder: Path) -> None:
    """Make `folder` the process's home and its folder for temporary files.

    AutoGraph writes generated code there. If it cannot, it leaves functions unconverted, and they
    behave differently than for the user.
    """
    for name in ("HOME", "TMPDIR", "TMP", "TEMP"):
        os.environ[name] = str(folder)
    tempfile.tempdir = str(folder)  # overrides the value that the parent cached before forking
