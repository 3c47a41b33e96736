# effect: ok
# losses made with functools.partial: comparisons and tf.where choose, nothing is cut
from functools import partial

import tensorflow as tf

from losses import focal, huber, weighted
from safe import safe_log

TASKS = {
    "price": partial(huber, delta=0.5),
    "sold": partial(focal, gamma=2.0, log=safe_log),
}


def make_heads():
    return {name: tf.keras.layers.Dense(1, name=name) for name in TASKS}


def main():
    features = tf.random.stateless_normal((12, 3), seed=(5, 5))
    labels = {
        "price": features[:, :1] * 2.0,
        "sold": tf.cast(features[:, 1:2] > 0.0, tf.float32),
    }
    trunk = tf.keras.layers.Dense(4, activation="relu")
    heads = make_heads()
    total = partial(weighted, weights={"price": 1.0, "sold": 0.5})
    for step in range(2):
        with tf.GradientTape() as tape:
            hidden = trunk(features)
            terms = {name: TASKS[name](labels[name], head(hidden)) for name, head in heads.items()}
            loss = total(terms)
        layers = [trunk, *heads.values()]
        variables = [v for layer in layers for v in layer.trainable_variables]
        gradients = tape.gradient(loss, variables)
        for variable, gradient in zip(variables, gradients):
            variable.assign_sub(0.1 * gradient)
        print(step, {name: float(term) for name, term in terms.items()})


if __name__ == "__main__":
    main()
