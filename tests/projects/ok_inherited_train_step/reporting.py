import tensorflow as tf


class ReportingModel(tf.keras.Model):
    """Reports every term of its loss."""

    def __init__(self, terms):
        super().__init__()
        self.total = tf.keras.metrics.Mean(name="loss")
        self.trackers = {name: tf.keras.metrics.Mean(name=name) for name in terms}

    @property
    def metrics(self):
        return [self.total, *self.trackers.values()]

    def terms(self, batch, training):
        raise NotImplementedError

    def train_step(self, batch):
        with tf.GradientTape() as tape:
            terms = self.terms(batch, training=True)
            loss = tf.add_n(list(terms.values()))
            self.total.update_state(loss)
            for name, term in terms.items():
                self.trackers[name].update_state(term)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {metric.name: metric.result() for metric in self.metrics}
