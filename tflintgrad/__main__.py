"""`python -m tflintgrad` is the same as `tflintgrad`."""

from __future__ import annotations

if __name__ == "__main__":
    # First of all: `-m` put the current folder, which is not to be trusted, on the search path.
    from tflintgrad.import_path import forget_project

    forget_project()
    from tflintgrad.frontends.cli import main

    main()
