from snn.layers import SpikingLayer
from snn.objectives import rate_loss

__all__ = ["SpikingLayer", "rate_loss"]
