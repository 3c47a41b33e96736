"""Links: from those that GitHub follows to those of the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path

from tools.links import OWN_PAGES, links_in
from tools.site.sources import REPOSITORY


def with_links_of_site(text: str, source: str, names: Mapping[str, str], root: Path) -> str:
    """Return a page with links to other pages of the site, or to the repository.

    `source` is the path of the page's file, and `names` has the pages by such paths.
    """
    here = posixpath.dirname(names[source])
    parts, end = [], 0
    for start, stop, link in links_in(text):
        parts += [text[end:start], _target(link, source, here, names, root)]
        end = stop
    return "".join(parts) + text[end:]


def _target(link: str, source: str, here: str, names: Mapping[str, str], root: Path) -> str:
    path, mark, heading = link.partition("#")
    if path.startswith(OWN_PAGES):
        wanted = path.removeprefix(OWN_PAGES)
    elif not path or re.match(r"[a-z][a-z0-9+.-]*:", path):
        return link
    else:
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
    if wanted in names:
        return posixpath.relpath(names[wanted], here or ".") + mark + heading
    kind = "tree" if (root / wanted).is_dir() else "blob"
    return f"{REPOSITORY}/{kind}/main/{wanted}{mark}{heading}"
