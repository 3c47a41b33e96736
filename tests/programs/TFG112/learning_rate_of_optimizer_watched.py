# effect: error
# raises: ValueError
# hyper-gradient: the tape watches the Keras optimizer's learning rate
import tensorflow as tf


class HyperSGD:
    def __init__(self):
        self.opt = tf.keras.optimizers.SGD(0.1)
        self.w = tf.Variable(1.0)

    def hyper(self):
        with tf.GradientTape() as tape:
            rate = self.opt.learning_rate
            tape.watch(rate)  # TFG112
            w = self.w - rate * 2.0 * self.w
            loss = w**2
        return tape.gradient(loss, rate)


print(HyperSGD().hyper())
