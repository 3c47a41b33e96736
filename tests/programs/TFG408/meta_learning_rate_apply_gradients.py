# effect: none
# hyper-gradient of the learning rate through an optimizer object
import tensorflow as tf

lr = tf.Variable(0.1)
w = tf.Variable([1.0, -2.0])


def inner_loss():
    return tf.reduce_sum(w**2)


class HyperTrainer:
    def __init__(self):
        self.opt = tf.keras.optimizers.SGD(1.0)

    def inner(self):
        with tf.GradientTape() as tape:
            loss = inner_loss()
        g = tape.gradient(loss, w)
        self.opt.apply_gradients([(lr * g, w)])  # TFG408

    def hypergradient(self):
        with tf.GradientTape() as outer:
            self.inner()
            validation = tf.reduce_sum((w - 1.0) ** 2)
        return outer.gradient(validation, lr)


print(HyperTrainer().hypergradient())
