# effect: none
# the average over the heads is taken by a Mean metric inside the model's own loss method
import tensorflow as tf


class MultiHead(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.heads = [tf.keras.layers.Dense(1) for _ in range(2)]
        self.average = tf.keras.metrics.Mean(name="average")

    def call(self, x):
        return [head(x) for head in self.heads]

    def objective(self, x, y):
        self.average.reset_state()
        for prediction in self(x):
            self.average.update_state(tf.square(prediction - y))
        return self.average.result()  # TFG407


model = MultiHead()
with tf.GradientTape() as tape:
    loss = model.objective(tf.ones((3, 2)), tf.zeros((3, 1)))
print(tape.gradient(loss, model.trainable_variables))
