# effect: wrong
# truth: [-1.19209e-07, -5.96046e-08]
# a trainer that was written for a plain optimizer
import tensorflow as tf


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x)))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        gradients = [tf.clip_by_norm(g, 10.0) for g in gradients]
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))  # TFG524
        return gradients


net = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
trainer = Trainer(net, tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.1)))
for _ in range(2):
    gradients = trainer.step(tf.constant([[2.0]]))
print(gradients)
