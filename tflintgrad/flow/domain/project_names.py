"""Names of the project that are resolved when they are used: modules, imports, definitions."""

from __future__ import annotations

from collections.abc import Callable

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.context import Context, Frame
from tflintgrad.flow.domain.objects import External
from tflintgrad.flow.domain.values import Value
from tflintgrad.project.module_resolver import ModuleFile


class ProjectModule(Value):
    """A module or package of the project; once it is loaded, its frame has its names."""

    __slots__ = ("file", "frame", "loaded")

    def __init__(self, file: ModuleFile, context: Context) -> None:
        super().__init__(kinds.MODULE, None, context, name=file.name)
        self.file = file
        self.frame: Frame | None = None
        self.loaded = False


class Deferred(Value):
    """A name of the project that is resolved when it is used: an import, a definition."""

    __slots__ = ("_find", "_found", "_looking")

    def __init__(self, name: str, find: Callable[[], Value], context: Context) -> None:
        super().__init__(kinds.DEFERRED, None, context, name=name)
        self._find = find
        self._found: Value | None = None
        self._looking = False

    @property
    def known(self) -> Value | None:
        """The value of the name, if it was resolved already."""
        return self._found

    def get(self) -> Value | None:
        """Resolve the name; None if modules only import it from each other."""
        if self._found is not None or self._looking:
            return self._found
        self._looking = True
        try:
            found = self._find()
        finally:
            self._looking = False
        if not isinstance(found, External):  # a module that is being loaded may define it later
            self._found = found
        return found
