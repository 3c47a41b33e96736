# effect: none
# the base class, which is not read, defines the call
import tensorflow as tf

Base = eval("tf.keras.layers.Dense")


class Head(Base):
    def describe(self):
        return f"{self.units} units"


head = Head(1)
optimizer = tf.keras.optimizers.SGD(0.1)


def train_step(x, y):
    prediction = head(x)  # TFG101
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(prediction - y))
    return tape.gradient(loss, head.trainable_variables)


print(head.describe(), train_step(tf.ones((4, 2)), tf.zeros((4, 1))))
