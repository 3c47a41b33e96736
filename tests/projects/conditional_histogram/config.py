import os

FAST = os.environ.get("HISTOGRAMS", "fast") == "fast"
SMOOTHNESS = 0.05
