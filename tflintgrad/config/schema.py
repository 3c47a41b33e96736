"""The JSON schema of the configuration, with which editors complete and check a tflintgrad.toml.

`tflintgrad/tflintgrad.schema.json` is a copy that ships with the package.
"""

from __future__ import annotations

import json
from typing import Any

from tflintgrad.config.keys import KEYS, VERIFY, default_of
from tflintgrad.config.verify_input_types import VALUES
from tflintgrad.knowledge.rules import rulebook


def schema_text() -> str:
    """Return the schema as the text of a JSON file."""
    return json.dumps(schema(), indent=2) + "\n"


def schema() -> dict[str, Any]:
    """Return the schema as a JSON object."""
    top = {key: _described(key) for key in KEYS if "." not in key}
    inner = {key.partition(".")[2]: _described(key) for key in KEYS if "." in key}
    top[VERIFY] = {
        "description": "How `tflintgrad verify` runs programs.",
        **_table(inner),
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "tflintgrad",
        "description": "tflintgrad.toml, or [tool.tflintgrad] in pyproject.toml.",
        **_table(top),
        "definitions": {
            "rule": {
                "description": "A code, a prefix of codes, the name of a rule, or ALL.",
                "enum": list(rulebook().selectors),
            },
            "values": VALUES,
        },
    }


def _table(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _described(key: str) -> dict[str, Any]:
    described = {"description": KEYS[key].help, **KEYS[key].value_type.schema()}
    if not KEYS[key].unset:
        default = default_of(key)
        described["default"] = list(default) if isinstance(default, tuple) else default
    return described
