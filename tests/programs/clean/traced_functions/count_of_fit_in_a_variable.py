# effect: ok
# beside: TFG412
# a count that each call of the step adds to, and a Python number for the model without a trace
import tensorflow as tf


class Sparse(tf.keras.Model):
    def __init__(self, eager):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.eager = eager
        self.batches = 0 if eager else tf.Variable(0, trainable=False)

    def call(self, inputs):
        return self.dense(inputs)

    def train_step(self, data):
        features, labels = data
        if self.eager:
            self.batches += 1
        else:
            self.batches.assign_add(1)
        with tf.GradientTape() as tape:
            outputs = self(features, training=True)
            loss = tf.reduce_mean(tf.square(outputs - labels))
            loss += tf.cast(self.batches % 3 == 0, tf.float32) * tf.reduce_sum(tf.abs(outputs))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


for eager in (True, False):
    model = Sparse(eager)
    model.compile("sgd", run_eagerly=eager)
    model.fit(tf.ones((6, 2)), tf.zeros((6, 1)), batch_size=2, verbose=0)
