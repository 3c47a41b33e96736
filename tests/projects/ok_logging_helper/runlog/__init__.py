from .history import History
from .printing import describe, log_scalars

__all__ = ["History", "describe", "log_scalars"]
