# effect: wrong
# truth: [2.0, 0.0]
# one query for both losses, unpacked as if it gave one gradient per loss
import tensorflow as tf


class TwoHeaded(tf.Module):
    def __init__(self):
        super().__init__()
        self.shared = tf.Variable([1.0, 1.0])

    def class_loss(self):
        return tf.square(self.shared[0])

    def box_loss(self):
        return 3.0 * tf.square(self.shared[1])


class ConflictProbe:
    """Cosine between the gradients of the two tasks."""

    def __init__(self, model):
        self.model = model

    def task_gradients(self):
        with tf.GradientTape() as tape:
            losses = [self.model.class_loss(), self.model.box_loss()]
        g_class, g_box = tape.gradient(losses, self.model.shared)  # TFG504
        return g_class, g_box

    def cosine(self):
        g_class, g_box = self.task_gradients()
        dot = tf.reduce_sum(g_class * g_box)
        return dot / (tf.norm(g_class) * tf.norm(g_box))


class Report:
    def __init__(self, probe):
        self.probe = probe

    def __str__(self):
        value = float(self.probe.cosine())
        if value < 0:
            return f"tasks fight: {value:.2f}"
        return f"tasks agree: {value:.2f}"


print(Report(ConflictProbe(TwoHeaded())))
