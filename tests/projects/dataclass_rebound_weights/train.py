# effect: none
# weights live in a dataclass; the update replaces one of them instead of changing it
import tensorflow as tf

from params import Schedule, init
from update import descend

FEATURES = tf.constant([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
LABELS = tf.constant([0.5, -0.5, 0.0])


def forward(params, features):
    return params.activation(tf.linalg.matvec(features, params.weights) + params.bias)


def main():
    params = init(2)
    schedule = Schedule(start=0.5)
    for step in range(3):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(forward(params, FEATURES) - LABELS))
        gradients = tape.gradient(loss, [params.weights, params.bias])
        descend(params, gradients, schedule.rate(step))
        print(step, float(loss))


if __name__ == "__main__":
    main()
