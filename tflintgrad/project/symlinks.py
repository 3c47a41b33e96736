"""Links that lead out of a project: tflintgrad does not write through them."""

from __future__ import annotations

import os

from tflintgrad.import_path import is_inside
from tflintgrad.project.module_resolver import ROOT_MARKS, project_folder


def leads_out_of_project(path: str) -> bool:
    """True if a path inside a project is, or lies behind, a link to a place outside of it.

    A repository may bring such a link, and a report or a fix written through it would replace a
    file that the user did not name. A path that lies outside of every project is the user's choice.
    """
    absolute = os.path.abspath(path)
    project = project_folder(os.path.dirname(absolute))
    if not any(os.path.exists(os.path.join(project, mark)) for mark in ROOT_MARKS):
        return False
    return not is_inside(os.path.realpath(absolute), os.path.realpath(project))
