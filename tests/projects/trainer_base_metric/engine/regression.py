import tensorflow as tf

from engine.base import Trainer


class RegressionTrainer(Trainer):
    def __init__(self, network, learning_rate):
        super().__init__(network, learning_rate)
        self.error = tf.keras.metrics.MeanSquaredError()
        self.absolute = tf.keras.metrics.MeanAbsoluteError()

    def compute_loss(self, labels, outputs):
        self.absolute.update_state(labels, outputs)
        return self.error(labels, outputs)  # TFG407

    def on_epoch_end(self, epoch):
        super().on_epoch_end(epoch)
        print(f"  absolute error {float(self.absolute.result()):.4f}")
        self.absolute.reset_state()
