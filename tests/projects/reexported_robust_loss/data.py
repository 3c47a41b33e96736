import numpy as np


def noisy_line(count, slope=2.0, intercept=-1.0, outliers=3):
    """Points on a line, some of them far off."""
    generator = np.random.default_rng(7)
    x = generator.uniform(-1.0, 1.0, size=count)
    y = slope * x + intercept + generator.normal(scale=0.1, size=count)
    y[:outliers] += 5.0
    return x.astype("float32"), y.astype("float32")
