# effect: none
# two model objects: one computes the loss, the other is asked
import tensorflow as tf


class Net(tf.Module):
    def __init__(self):
        self.w = tf.Variable([[1.0], [2.0]])

    def __call__(self, x):
        return x @ self.w


def build():
    return Net()


def loss_for(x, y):
    return tf.reduce_mean((build()(x) - y) ** 2)


model = build()
with tf.GradientTape() as tape:
    loss = loss_for(tf.ones((2, 2)), tf.ones((2, 1)))
print(tape.gradient(loss, model.trainable_variables))  # TFG104
