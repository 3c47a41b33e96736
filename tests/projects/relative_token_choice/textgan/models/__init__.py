from .critic import Critic
from .generator import Generator

__all__ = ["Critic", "Generator"]
