"""For every newer rule, the tests hold at least twice as many right programs as wrong ones.

A right program says in its header which rules it is beside: `# beside: TFG510, TFG511`. It has the
construct that the rule is about, and TensorFlow agrees that nothing is wrong with it.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.support.judge import Program, read_cases
from tests.support.paths import PROGRAMS, RULES

#: The rules about gradients that are there and false, with what their programs contain.
CONSTRUCTS = {
    "TFG114": r"Tape",
    "TFG115": r"apply_gradients|minimize|\.assign",
    "TFG116": r"\.output\b|Input\(|outputs",
    "TFG117": r"gather|Embedding|embedding|IndexedSlices|Sparse|sparse",
    "TFG308": r"relu|tanh|gelu|softplus|activation|\*\*|square|sin",
    "TFG309": r"stop_gradient|custom_gradient|grad_pass_through",
    "TFG310": r" \+ | - |\+=|add_n",
    "TFG311": r"softmax|mean|sum|norm|Normalization|sin|moments",
    "TFG312": r"clip|maximum|minimum|relu|sigmoid|Dropout|hinge|assign",
    "TFG313": r"0\.0|\b0\b|zeros|weights?|scale|mask",
    "TFG412": r"self\.\w+|tf\.function|\.fit\(",
    "TFG413": r"random|rand\b|uniform",
    "TFG414": r"tf\.function",
    "TFG415": r"variables?|weights|tf\.function",
    "TFG510": r" - |subtract|squared_difference| \* |losses",
    "TFG511": r"reduce_(sum|mean)",
    "TFG512": r"softmax|sigmoid|logits",
    "TFG513": r"crossentropy|CrossEntropy|Crossentropy|cross_entropy|hinge|loss",
    "TFG514": r"loss|divergence|entropy",
    "TFG515": r"complex|fft|stft|real|conj|cast",
    "TFG516": r"gradient\((.|\n)*gradient\(|hessian",
    "TFG517": r"jacobian",
    "TFG518": r"clip_by_global_norm|global_norm|clip_by_norm",
    "TFG519": r"\+|append|extend|sum\(",
    "TFG520": r"zeros|assign|\+",
    "TFG521": r"gather",
    "TFG522": r"regularizer|add_loss|\.losses|l2",
    "TFG524": r"scale",
    "TFG525": r"strategy|Strategy|replica",
    "TFG526": r"target|next|gamma|bootstrap",
    "TFG527": r"clip|norm",
    "TFG528": r"BatchNormalization|Dropout",
    "TFG529": r"keras\.losses",
    "TFG530": r"norm",
    "TFG531": r"losses|compute_loss",
    "TFG603": r"\blog|entropy|softmax",
    "TFG605": r"acos|asin|cosine|angle|einsum|normalize|atan2",
    "TFG606": r"exp\(|softplus|sigmoid|logsumexp|expm1|log1p",
    "TFG607": r"inf|mask|1e9|-1e",
    "TFG706": r"custom_gradient|gradient",
    "TFG707": r"custom_gradient",
    "TFG805": r"Layer\b|Model\b|Module\b|Lambda",
    "TFG806": r"softmax|sigmoid",
    "TFG807": r"layers?\.|Layer|Dense",
    "TFG808": r"trainable",
    "TFG809": r"Model|outputs?",
    "TFG810": r"layers?|Dense",
    "TFG811": r"zeros|0\.0",
    "TFG812": r"optimizers?\.|opt",
    "TFG813": r"learning_rate|rate|SGD|Adam",
    "TFG814": r"get_weights|numpy",
}

EVERY = read_cases(PROGRAMS)
RIGHT = [case for case in EVERY if case.label.effect == "ok"]


def beside(case: Program) -> list[str]:
    """Return the rules that a right program is beside."""
    found = re.search(r"^# beside: (.*)$", case.text, re.MULTILINE)
    return found[1].split(", ") if found is not None else []


def on_page(code: str, *, wrong: bool) -> int:
    """Return how many programs of a rule's page the rule reports, or leaves alone."""
    (page,) = RULES.glob(f"{code}-*.md")
    programs = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.S | re.M)
    return sum((f"# {code}" in program) is wrong for program in programs)


@pytest.mark.parametrize("code", CONSTRUCTS)
def test_twice_as_many_right_programs_as_wrong_ones(code: str) -> None:
    wrong = sum(case.folder == code for case in EVERY) + on_page(code, wrong=True)
    right = sum(code in beside(case) for case in RIGHT) + on_page(code, wrong=False)
    assert right >= 2 * wrong, f"{code}: {right} right programs beside {wrong} wrong ones"


def test_right_programs_have_the_construct() -> None:
    strange = [
        f"{case.folder}/{case.name}: {code}"
        for case in RIGHT
        for code in beside(case)
        if code not in CONSTRUCTS or re.search(CONSTRUCTS[code], case.text) is None
    ]
    assert strange == []


def test_a_rule_is_named_once() -> None:
    for case in RIGHT:
        assert max(Counter(beside(case)).values(), default=1) == 1, case.name
