"""Coverage of the forecasts, without any training."""

import numpy as np

from forecast.models import Forecaster
from forecast.series import windows


def coverage(model, history, following):
    low, high = model.interval(history)
    return np.mean((low <= following) & (following <= high))


def main():
    history, following = windows(count=50, length=5, seed=1)
    model = Forecaster(length=5)
    mean, deviation = model(history)
    error = np.sqrt(np.mean((mean.numpy() - following) ** 2))
    print(f"error {error:.3f}, deviation {np.mean(deviation):.3f}")
    print(f"coverage {coverage(model, history, following):.2f}")


if __name__ == "__main__":
    main()
