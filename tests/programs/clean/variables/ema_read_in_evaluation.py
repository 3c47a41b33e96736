# effect: ok
# shadow variables are assigned in the tape's block and read only when not training
import tensorflow as tf


class Averaged(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([1.0, 2.0])
        self.shadow = tf.Variable([1.0, 2.0], trainable=False)

    def __call__(self, x, training):
        if training:
            self.shadow.assign(0.9 * self.shadow + 0.1 * self.w)
            return tf.reduce_sum(x * self.w)
        return tf.reduce_sum(x * self.shadow)


net = Averaged()
x = tf.constant([1.0, 3.0])
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.square(net(x, training=True) - 1.0)
    grad = tape.gradient(loss, net.w)
    net.w.assign_sub(0.01 * grad)
    print("evaluation", float(net(x, training=False)))
