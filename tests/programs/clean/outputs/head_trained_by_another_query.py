# effect: ok
# beside: TFG809, TFG810
# two losses and two queries: each head gets its gradient from one of them
import tensorflow as tf


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.policy = tf.keras.layers.Dense(2)
        self.value = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.policy(x), self.value(x)


model = Model()
x = tf.ones((3, 4))
with tf.GradientTape(persistent=True) as tape:
    policy, value = model(x)
    policy_loss = tf.reduce_mean(policy**2)
    value_loss = tf.reduce_mean((value - 1.0) ** 2)
first = tape.gradient(policy_loss, model.policy.trainable_variables)
second = tape.gradient(value_loss, model.value.trainable_variables)
print(first, second)
del tape
