# effect: none
# the running mean of the losses is what gets differentiated
import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model
        self.metrics = {"train": tf.keras.metrics.Mean(), "val": tf.keras.metrics.Mean()}

    def epoch_loss(self, batches):
        tracker = self.metrics["train"]
        tracker.reset_state()
        for x, y in batches:
            tracker.update_state((self.model(x) - y) ** 2)
        return tracker.result()  # TFG407


net = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
data = [(tf.ones((2, 1)), tf.ones((2, 1))), (tf.zeros((2, 1)), tf.ones((2, 1)))]
trainer = Trainer(net)
with tf.GradientTape() as tape:
    loss = trainer.epoch_loss(data)
print(tape.gradient(loss, net.trainable_variables))
