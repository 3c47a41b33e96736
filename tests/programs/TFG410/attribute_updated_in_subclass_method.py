# effect: error
# raises: RuntimeError
# attribute set in __init__, updated in a method of a subclass
import tensorflow as tf


class Base:
    def __init__(self):
        self.theta = tf.Variable(tf.zeros(2))

    def loss(self):
        return tf.reduce_sum(tf.square(self.theta - 1.0))


class Trainer(Base):
    def step(self, lr):
        with tf.GradientTape() as tape:
            value = self.loss()
        self.theta += -lr * tape.gradient(value, self.theta)  # TFG410
        return value


Trainer().step(0.1)
