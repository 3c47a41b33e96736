# effect: ok
# an abstract estimator predicts with NumPy, and never while it is fitted
import numpy as np

from estimators import LogisticRegression


def main():
    generator = np.random.default_rng(6)
    features = generator.normal(size=(30, 2))
    labels = (features @ np.array([1.0, -1.0]) > 0.2).astype("float32")
    estimator = LogisticRegression(features=2, rate=0.5)
    estimator.fit(features, labels, steps=3)
    print(estimator.score(features, labels))


if __name__ == "__main__":
    main()
