# effect: ok
# optional packages, a NumPy reference that only checks, imports for types only
from __future__ import annotations

from typing import TYPE_CHECKING

import tensorflow as tf

import settings
from densities import log_normal
from mixture import Mixture

if settings.CHECK:
    from reference import compare
else:
    compare = None

if TYPE_CHECKING:
    from reference import Report


def negative_log_likelihood(mixture: Mixture, data: tf.Tensor) -> tf.Tensor:
    return -tf.reduce_mean(mixture.log_density(data, log_normal))


def check(mixture: Mixture, data: tf.Tensor) -> Report | None:
    if compare is None:
        return None
    return compare(mixture, data, negative_log_likelihood(mixture, data))


def main() -> None:
    data = tf.concat(
        [
            tf.random.stateless_normal((20,), seed=(1, 1), mean=-2.0),
            tf.random.stateless_normal((20,), seed=(1, 2), mean=1.0, stddev=0.5),
        ],
        axis=0,
    )
    mixture = Mixture(components=2)
    optimizer = tf.keras.optimizers.Adam(0.05)
    for step in range(3):
        with tf.GradientTape() as tape:
            loss = negative_log_likelihood(mixture, data)
        gradients = tape.gradient(loss, mixture.variables)
        optimizer.apply_gradients(zip(gradients, mixture.variables))
        print(step, float(loss), check(mixture, data))


if __name__ == "__main__":
    main()
