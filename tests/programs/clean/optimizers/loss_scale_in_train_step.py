# effect: ok
# beside: TFG524
# the model's own step asks the optimizer for the scaled loss, inside the tape
import tensorflow as tf


class Regression(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.output_layer = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.output_layer(inputs)

    def train_step(self, data):
        inputs, labels = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(inputs, training=True) - labels))
            scaled = self.optimizer.scale_loss(loss)
        gradients = tape.gradient(scaled, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


model = Regression()
model.compile(optimizer=tf.keras.optimizers.LossScaleOptimizer(tf.keras.optimizers.SGD(0.01)))
model.fit(tf.ones((4, 3)), tf.ones((4, 1)), epochs=1, verbose=0)
