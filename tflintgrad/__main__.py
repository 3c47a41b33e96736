"""`python -m tflintgrad` is the same as `tflintgrad`."""

from __future__ import annotations

from tflintgrad.frontends.cli import main

if __name__ == "__main__":
    main()
