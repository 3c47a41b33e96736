import numpy as np

BARS = " .:-=+*#%@"


def sparkline(values):
    array = np.array(values)
    low, high = float(array.min()), float(array.max())
    scaled = (array - low) / max(high - low, 1e-9) * (len(BARS) - 1)
    return "".join(BARS[int(np.round(level))] for level in scaled)
