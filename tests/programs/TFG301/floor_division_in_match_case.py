# effect: none
# the branch in use is chosen by name with match
import tensorflow as tf


class Bucketizer:
    def __init__(self, mode):
        self.mode = mode
        self.width = tf.Variable(2.0)

    def __call__(self, x):
        match self.mode:
            case "soft":
                return x / self.width
            case "hard":
                return x // self.width  # TFG301
            case _:
                raise ValueError(self.mode)


bucket = Bucketizer("hard")
with tf.GradientTape() as tape:
    y = tf.reduce_sum(bucket(tf.constant([1.0, 5.0, 9.0])))
print(tape.gradient(y, bucket.width))
