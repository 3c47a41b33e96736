from .counting import counted
from .numeric import sinc
from .steps import hard_step

__all__ = ["counted", "hard_step", "sinc"]
