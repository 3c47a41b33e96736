"""SVG files look the same in every renderer: those without CSS variables and media queries, too."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
import resvg_py
from PIL import Image

from tests.support.command_line import tflintgrad
from tests.support.small_programs import NUMPY_ESCAPE, NUMPY_ESCAPE_ROW

Colour = tuple[int, int, int]
Render = Callable[[Path], bytes]

WHITE: Colour = (255, 255, 255)
RED: Colour = (207, 34, 46)
GREEN: Colour = (26, 127, 55)
TAPE: Colour = (238, 248, 255)


@pytest.fixture(scope="module")
def diagram(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("diagram")
    (folder / "train.py").write_text(NUMPY_ESCAPE)
    place = f"train.py:{NUMPY_ESCAPE_ROW}"
    done = tflintgrad("graph", place, "--output-file", "graph.svg", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "graph.svg"


def resvg(svg: Path) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_path=str(svg)))


def librsvg(svg: Path) -> bytes:
    program = shutil.which("rsvg-convert")
    if program is None:
        pytest.skip("rsvg-convert is not on the PATH")
    return subprocess.run([program, str(svg)], check=True, capture_output=True).stdout


@pytest.mark.parametrize("render", [resvg, librsvg])
def test_a_diagram_has_its_light_colours(diagram: Path, render: Render) -> None:
    with Image.open(io.BytesIO(render(diagram))) as picture:
        shares = shares_of(picture)
    assert shares[WHITE] > 0.3, "the paper"
    assert shares[TAPE] > 0.1, "the frame of the tape"
    assert shares[RED] > 0.002, "the mark of the cut"
    assert shares[GREEN] > 0.0003, "boxes and wires"
    assert darkness(shares) < 0.05, "only letters and one border are dark"


def shares_of(picture: Image.Image) -> dict[Colour, float]:
    """Return the share of each colour among all pixels."""
    flat = picture.convert("RGBA")
    ground = Image.new("RGBA", flat.size, (*WHITE, 255))
    pixels = Image.alpha_composite(ground, flat).convert("RGB")
    total = pixels.width * pixels.height
    counts = pixels.getcolors(maxcolors=total) or []
    shares: dict[Colour, float] = defaultdict(float)
    for count, colour in counts:
        assert isinstance(colour, tuple)
        shares[(colour[0], colour[1], colour[2])] = count / total
    return shares


def darkness(shares: dict[Colour, float]) -> float:
    return sum(share for colour, share in shares.items() if max(colour) < 64)
