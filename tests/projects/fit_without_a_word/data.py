import numpy as np


def load_demand(days):
    generator = np.random.default_rng(11)
    price = generator.uniform(1.0, 3.0, size=days)
    weekend = (np.arange(days) % 7 >= 5).astype(float)
    demand = 10.0 - 2.0 * price + 3.0 * weekend + generator.normal(scale=0.5, size=days)
    features = np.stack([price, weekend], axis=1).astype("float32")
    return features, demand[:, None].astype("float32")
