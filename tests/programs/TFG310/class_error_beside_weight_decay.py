# effect: wrong
# truth: [-0.022593, 0.022993, -0.27204, 0.27324]
# the error is that of the predicted class; only the decay trains
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.kernel = tf.Variable([[0.5, -0.3], [0.2, 0.4]])

    def loss(self, features, labels):
        scores = tf.matmul(features, self.kernel)
        predicted = tf.cast(tf.argmax(scores, axis=-1), tf.float32)
        error = tf.reduce_mean(tf.abs(predicted - labels))  # TFG310
        return error + 1e-3 * tf.reduce_sum(tf.square(self.kernel))

    def step(self, features, labels):
        with tf.GradientTape() as tape:
            loss = self.loss(features, labels)
        gradient = tape.gradient(loss, self.kernel)
        self.kernel.assign_sub(0.1 * gradient)
        return loss


print(Trainer().step(tf.constant([[1.0, 2.0], [3.0, -1.0]]), tf.constant([0.0, 1.0])))
