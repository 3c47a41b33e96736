import tensorflow as tf


class ReprMixin:
    def __repr__(self):
        sizes = [array.shape for array in self.network.get_weights()]
        return f"{type(self).__name__}({sizes})"


class DecayMixin:
    """Adds the squared weights to a loss."""

    def __init__(self, decay=0.01, **kwargs):
        super().__init__(**kwargs)
        self.decay = decay

    def penalty(self):
        weights = self.network.get_weights()  # TFG207
        return self.decay * tf.add_n([tf.reduce_sum(tf.square(weight)) for weight in weights])

    def loss(self, features, labels):
        return super().loss(features, labels) + self.penalty()
