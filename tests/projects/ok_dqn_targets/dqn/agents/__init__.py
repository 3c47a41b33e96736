from .double import DoubleDQN

__all__ = ["DoubleDQN"]
