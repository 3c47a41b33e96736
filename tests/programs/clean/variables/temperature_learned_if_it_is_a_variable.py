# effect: ok
# a fixed temperature is a tensor; only a variable is trained
import tensorflow as tf


class Agent:
    def __init__(self, temperature="auto"):
        if temperature == "auto":
            self.log_temperature = tf.Variable(0.0)
        else:
            self.log_temperature = tf.math.log(temperature)
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def update(self, entropy):
        if isinstance(self.log_temperature, tf.Variable):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.exp(self.log_temperature) * (entropy - 1.0))
            gradients = tape.gradient(loss, [self.log_temperature])
            self.optimizer.apply_gradients(zip(gradients, [self.log_temperature]))


for choice in ["auto", 0.5]:
    Agent(choice).update(tf.constant([0.5, 0.2]))
