"""Small notebooks for tests."""

from __future__ import annotations

import json


def notebook(*cells: str, indent: int | None = None, split: bool = False) -> str:
    """Return a notebook of code cells; `split` stores sources as lists of lines, like Jupyter."""
    written = [
        {
            "cell_type": "code",
            "source": text.splitlines(keepends=True) if split else text,
            "outputs": [],
        }
        for text in cells
    ]
    content = {"cells": written, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=indent)
