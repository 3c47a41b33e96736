import tensorflow as tf


class ClippedModel(tf.keras.Model):
    """A model whose gradients are clipped."""

    clip = 1.0

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.tracker = tf.keras.metrics.Mean(name="loss")

    def loss_of(self, labels, outputs):
        raise NotImplementedError

    def train_step(self, data):
        features, labels = data
        with tf.GradientTape() as tape:
            loss = self.loss_of(labels, self(features, training=True))
        gradients = tape.gradient(loss, self.weights)  # TFG801
        pairs = [(g, v) for g, v in zip(gradients, self.weights) if g is not None]
        clipped, _ = tf.clip_by_global_norm([g for g, _ in pairs], self.clip)
        self.optimizer.apply_gradients(zip(clipped, [v for _, v in pairs]))
        self.tracker.update_state(loss)
        return {"loss": self.tracker.result()}

    @property
    def metrics(self):
        return [self.tracker]

    def norms(self):
        return {v.name: float(tf.norm(v)) for v in self.weights}
