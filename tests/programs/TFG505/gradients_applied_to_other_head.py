# effect: wrong
# truth: [0.0, 0.0]
# a copied line: the second task's gradients update the first task's head
import tensorflow as tf


class MultiTask(tf.Module):
    def __init__(self):
        super().__init__()
        self.head_a = tf.Variable([1.0, 0.0])
        self.head_b = tf.Variable([0.0, 1.0])

    def loss(self, head, x, y):
        return tf.square(tf.reduce_sum(head * x) - y)


net = MultiTask()
opt_a = tf.keras.optimizers.SGD(0.1)
opt_b = tf.keras.optimizers.SGD(0.1)
x = tf.constant([1.0, 2.0])


def train():
    with tf.GradientTape(persistent=True) as tape:
        loss_a = net.loss(net.head_a, x, 3.0)
        loss_b = net.loss(net.head_b, x, -1.0)
    grads_a = tape.gradient(loss_a, [net.head_a])
    grads_b = tape.gradient(loss_b, [net.head_b])
    opt_a.apply_gradients(zip(grads_a, [net.head_a]))
    opt_b.apply_gradients(zip(grads_b, [net.head_a]))  # TFG505


for _ in range(2):
    train()
