# effect: wrong
# truth: [-0.7, -0.15, -1.4, -0.3, -0.7, -0.3]
# a method computes the target, and the loss calls it inside the tape
import tensorflow as tf


class Learner:
    def __init__(self):
        self.values = tf.keras.layers.Dense(2, kernel_initializer="ones")

    def bootstrap(self, rewards, later):
        return rewards + 0.9 * tf.reduce_max(self.values(later), axis=1)  # TFG526

    def loss(self, now, chosen, rewards, later):
        target = self.bootstrap(rewards, later)
        value = tf.gather(self.values(now), chosen, batch_dims=1)
        return tf.reduce_mean(tf.square(target - value))


learner = Learner()
now, later = tf.constant([[1.0, 2.0], [0.5, 1.0]]), tf.constant([[2.0, 1.0], [1.0, 1.0]])
with tf.GradientTape() as tape:
    loss = learner.loss(now, tf.constant([0, 1]), tf.constant([1.0, 0.0]), later)
print(tape.gradient(loss, learner.values.trainable_variables))
