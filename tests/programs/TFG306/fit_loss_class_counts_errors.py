# effect: error
# raises: ValueError
# a Loss subclass counts wrong labels: fit has nothing to differentiate
import tensorflow as tf


class ErrorRate(tf.keras.losses.Loss):
    def __init__(self, threshold=0.5):
        super().__init__()
        self.threshold = threshold

    def decide(self, p):
        return tf.where(p > self.threshold, 1.0, 0.0)  # TFG306

    def call(self, y_true, y_pred):
        wrong = tf.abs(tf.cast(y_true, tf.float32) - self.decide(y_pred))
        return tf.reduce_mean(wrong, axis=-1)


model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, "sigmoid")])
model.compile("adam", ErrorRate())
model.fit(tf.ones((4, 3)), tf.zeros((4, 1)), verbose=0)
