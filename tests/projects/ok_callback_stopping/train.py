# effect: ok
# callbacks that the loop keeps look at numbers, and decide when to stop
import tensorflow as tf

from callbacks import EarlyStopping, Spread, WeightLog
from loop import Loop


def main():
    weights = tf.Variable([2.0, -1.0])
    centre = tf.constant([0.5, 0.5])

    def loss():
        return tf.reduce_sum(tf.square(weights - centre)) + tf.reduce_sum(tf.abs(weights))

    loop = Loop([weights], loss, callbacks=[WeightLog(weights), Spread(weights)])
    loop.add(EarlyStopping(patience=2, tolerance=1e-3))
    loop.run(steps=5)
    print(loop.callbacks[0].rows)


if __name__ == "__main__":
    main()
