"""Build the documentation site into build/site: `python -m tools.site`.

With `--pages` only its pages are written, to build/pages; that needs no MkDocs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.site.configuration import write_configuration
from tools.site.pages import write_pages
from tools.site.sources import ROOT


def main() -> int:
    """Write the pages, and build the site strictly: a broken link is an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", action="store_true", help="write the pages only")
    parser.add_argument("--folder", type=Path, default=ROOT / "build", help="where to write")
    options = parser.parse_args()
    folder: Path = options.folder
    shutil.rmtree(folder / "pages", ignore_errors=True)
    write_pages(folder / "pages")
    if options.pages:
        return 0
    configuration = write_configuration(folder)
    command = ["mkdocs", "build", "--strict", "--quiet", "--config-file", str(configuration)]
    # The theme announces its successor on every build.
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    finished = subprocess.run([sys.executable, "-m", *command], env=environment, check=False)
    return finished.returncode


if __name__ == "__main__":
    sys.exit(main())
