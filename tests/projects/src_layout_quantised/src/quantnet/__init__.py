from quantnet.evaluation import accuracy
from quantnet.layers import QuantisedDense

__all__ = ["QuantisedDense", "accuracy"]
