# effect: ok
# beside: TFG412
# how often Python runs the step is printed; no gradient depends on it
import tensorflow as tf


class Counting(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.traces = 0

    def call(self, inputs):
        return self.dense(inputs)

    def train_step(self, data):
        features, labels = data
        self.traces += 1
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(features, training=True) - labels))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        if self.traces % 2 == 0:
            print("traced again")
        return {"loss": loss}


model = Counting()
model.compile("sgd")
model.fit(tf.ones((6, 2)), tf.zeros((6, 1)), batch_size=2, verbose=0)
