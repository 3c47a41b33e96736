"""One rule, read from its page: TOML front matter, then Markdown.

The front matter holds everything that is said and decided about the rule. `[variants.NAME]` tables
override it for one way of breaking the rule: other words, another effect.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tflintgrad.knowledge.rules import SYNTAX_ERROR, RulebookError, url_of
from tflintgrad.knowledge.templates import fill, is_template, with_own_texts

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Effect, Severity


class Variant(NamedTuple):
    """One way of breaking a rule: its message, and how findings about it are reported."""

    code: str
    key: str
    """`rule-name/variant`, or `rule-name` for the main one."""
    message: str
    """A template with named placeholders, such as {op}; of a cut, the cause."""
    advice: str
    """The help for this way of breaking the rule, a template like the message; "": the rule's."""
    severity: Severity
    effect: Effect
    raises: str
    """The exception TensorFlow raises, where it is always the same."""
    partial: str
    """A cut beside a surviving path is a "mistake", "maybe" one (the check decides), or "no"."""
    deliberate: str
    """Programs cut a path so on purpose "always", "often" or "no"."""
    outcome: str
    """A clause, a template like the message: what number comes instead of the right one."""

    def text(self, **facts: object) -> str:
        """Return the message with all placeholders filled in."""
        if not self.message:
            raise RulebookError(f"{self.code}: there is no message for {self.key!r}")
        return self._filled(self.message, facts)

    def help_text(self, facts: Mapping[str, object]) -> str:
        """Return the advice with all placeholders filled in; empty if there is none."""
        return self._filled(self.advice, facts)

    def outcome_text(self, facts: Mapping[str, object]) -> str:
        """Return what number comes instead of the right one; empty if the page says nothing."""
        return self._filled(self.outcome, facts)

    def _filled(self, template: str, facts: Mapping[str, object]) -> str:
        try:
            return fill(template, facts)
        except KeyError as missing:
            raise RulebookError(
                f"{self.code}: the text for {self.key!r} needs {missing.args[0]!r}"
            ) from None


class Rule(NamedTuple):
    """One rule: the front matter of its page, and the Markdown after it."""

    code: str
    name: str
    summary: str
    help: str
    severity: Severity
    effect: Effect
    fix: str
    since: str
    body: str
    default: bool = True
    no_fix: str = ""
    """Why there is no fix: the end of a sentence, for rules without one only."""
    judge: str = ""
    """The judge that verifies a finding, where that does not follow from the effect."""
    correction: str = ""
    """The function of `verify/worker/corrections.py` that makes the call as it should be."""
    telltale: str = ""
    """A pattern that identifies the rule's exception when it is raised far from the mistake."""
    repro: str = ""
    """How a reproduction shows the effect, where the path alone does not; see `_ALLOWED`."""
    mode: str = ""
    """The mode in which alone a finding holds, if there is one: "eager"."""
    custom_gradient: bool = False
    """True if the rule is about gradients that the user defines."""
    variants: Mapping[str, Variant] = {}
    """By name; the main one is ""."""
    replacement: str = ""
    """The help where the table of alternatives has one for the op: `{call}`, `{expression}`."""
    codemod: Mapping[str, str] = {}
    """Templates of the fix: `title` says what it does, the others are the code that it writes."""
    link: str = ""
    """The address of a plugin's page."""
    help_template: str = ""
    """The help as the page has it: `{name:text}` stands for a name in the program."""

    @property
    def url(self) -> str:
        """Return the address of the rule's page."""
        return url_of(self.code)

    @property
    def example_exceptions(self) -> set[str]:
        """Return the exceptions that the examples of the page end with."""
        return set(re.findall(r"^raises: (\w+)$", self.body, re.MULTILINE))


# A file that is not valid Python is a finding too: its rule has to exist even where the rules
# folder is damaged.
BUILT_IN = Rule(
    code=SYNTAX_ERROR,
    name="syntax-error",
    summary="the file cannot be read as Python",
    help="Correct the marked code until `python -m py_compile` accepts the file",
    severity="error",
    effect="error",
    fix="no",
    no_fix="only the author of the code knows what the broken text was meant to say",
    since="0.1",
    body=(
        "## What it does\n\n"
        "Reports a file that is not valid Python: broken syntax, bytes that do not fit its\n"
        "encoding, or nesting too deep to be read.\n\n"
        "## Why is this bad?\n\n"
        "Nothing in such a file can be checked. A notebook is read only if it names TensorFlow,\n"
        "or if it is named on the command line.\n"
    ),
)

#: Keys of the front matter that a variant can override, with their defaults.
_OF_VARIANT = {
    "message": "",
    "advice": "",
    "effect": "",
    "raises": "",
    "partial": "no",
    "deliberate": "no",
    "outcome": "",
}

_ALLOWED: dict[str, tuple[object, ...]] = {
    "severity": ("error", "warning", "info"),
    "effect": ("none", "wrong", "zero", "nan", "error", "cost"),
    "fix": ("safe", "unsafe", "no"),
    "default": (True, False),
    "custom_gradient": (True, False),
    "mode": ("", "eager"),
    "partial": ("mistake", "maybe", "no"),
    "deliberate": ("always", "often", "no"),
    "repro": (
        "",
        "any-step",  # it matters where something is computed, so any op shows it
        "singular-point",
        "underflow",
        "filled-list",
        "dropped-write",
        "while-loop",
        "dataset-element",
        "not-one-path",  # only a slice of the program shows it
        "no-effect",  # it costs time or memory and changes no number
    ),
}


#: Keys that the page of a plugin's rule has, and those that it may have besides.
_OF_PLUGIN = ("summary", "help", "severity", "effect", "link", "message")
_OPTIONAL = ("code", "name", "default", "raises", "outcome", "advice", "variants")


def parse_plugin_rule(text: str, path: str, code: str, name: str, version: str) -> Rule:
    """Return the rule that a page of a plugin states; other keys are about code of ours."""
    values, body = _front_matter(text, path)
    if missing := [key for key in _OF_PLUGIN if key not in values]:
        raise RulebookError(f"{path}: the front matter lacks {', '.join(missing)}")
    if unknown := sorted(values.keys() - {*_OF_PLUGIN, *_OPTIONAL}):
        raise RulebookError(f"{path}: the front matter has unknown keys {', '.join(unknown)}")
    for key in _OF_PLUGIN:
        if not isinstance(values[key], str) or not values[key]:
            raise RulebookError(f"{path}: {key} is not a text")
    if not values["link"].startswith("https://"):
        raise RulebookError(f"{path}: link is not an address with https")
    added = {"fix": "no", "no_fix": "a plugin corrects nothing", "since": version}
    return _rule({"code": code, "name": name, **values, **added}, body, path, code, name)


def parse_rule(text: str, path: str, code: str, name: str) -> Rule:
    """Return the rule that a page states; its front matter has to agree with its file name."""
    values, body = _front_matter(text, path)
    return _rule(values, body, path, code, name)


def _front_matter(text: str, path: str) -> tuple[dict[str, Any], str]:
    opening, fence, rest = text.partition("+++\n")
    front, closing, body = rest.partition("\n+++\n")
    if opening.strip() or not fence or not closing:
        raise RulebookError(f"{path}: a rule starts with TOML between two lines of +++")
    return _toml(front, path), body


def _rule(values: dict[str, Any], body: str, path: str, code: str, name: str) -> Rule:
    if (values.get("code", code), values.get("name", name)) != (code, name):
        raise RulebookError(f"{path}: code and name differ from the file name")
    tables = values.pop("variants", {})
    own = {key: values.pop(key) for key in _OF_VARIANT if key in values and key != "effect"}
    values["body"] = body.strip() + "\n"
    known = set(Rule._fields) - {"help_template"}
    if missing := sorted(known - Rule._field_defaults.keys() - values.keys()):
        raise RulebookError(f"{path}: the front matter lacks {', '.join(missing)}")
    if unknown := sorted(values.keys() - known):
        raise RulebookError(f"{path}: the front matter has unknown keys {', '.join(unknown)}")
    _check_allowed(values, path)
    template = values.pop("help")
    rule = Rule(**values, help=with_own_texts(template), help_template=template)
    if (rule.fix == "no") != bool(rule.no_fix):
        raise RulebookError(f'{path}: `no_fix` says why there is no fix, where `fix` is "no"')
    shared = {**_OF_VARIANT, "effect": rule.effect, **own}
    variants = {"": _variant(rule, "", shared, path)}
    for variant, table in tables.items():
        if not isinstance(table, dict) or not table.keys() <= _OF_VARIANT.keys():
            raise RulebookError(f"{path}: the variant {variant!r} has unknown keys")
        variants[variant] = _variant(rule, variant, {**shared, **table}, path)
    return rule._replace(variants=variants)


def _variant(rule: Rule, name: str, values: dict[str, Any], path: str) -> Variant:
    _check_allowed(values, path)
    if values["raises"] and values["effect"] != "error":
        raise RulebookError(f"{path}: an exception, but the effect is {values['effect']!r}")
    for key in ("message", "advice", "outcome"):
        _check_template(values[key], path)
    key = f"{rule.name}/{name}" if name else rule.name
    return Variant(rule.code, key, severity=rule.severity, **values)


def _check_allowed(values: Mapping[str, object], path: str) -> None:
    for key, allowed in _ALLOWED.items():
        if key in values and values[key] not in allowed:
            raise RulebookError(f"{path}: {key} is {values[key]!r}, not one of {allowed}")


def _check_template(message: object, path: str) -> None:
    """Raise RulebookError unless all placeholders of a message are plain names."""
    if not is_template(message):
        raise RulebookError(f"{path}: {message!r} is not a message with named placeholders")


def _toml(text: str, path: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise RulebookError(f"{path}: {problem}") from None
