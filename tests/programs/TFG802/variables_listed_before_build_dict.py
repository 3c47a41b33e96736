# effect: none
# parameter groups are listed when the subclassed model has not seen data yet
import tensorflow as tf


class Policy(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(4)
        self.out = tf.keras.layers.Dense(2)

    def call(self, s):
        return self.out(tf.tanh(self.hidden(s)))


def parameter_groups(model):
    return {"all": model.trainable_variables}  # TFG802


policy = Policy()
groups = parameter_groups(policy)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(policy(tf.ones((2, 3))) ** 2)
print(tape.gradient(loss, groups["all"]))
