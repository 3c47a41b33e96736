# effect: error
# raises: RuntimeError
# CycleGAN: four gradients in a dict comprehension from one plain tape
import tensorflow as tf


def net():
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])


class CycleGAN(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.g, self.f = net(), net()

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            cycle = tf.reduce_mean(tf.abs(self.f(self.g(x)) - x))
            g_loss = cycle + tf.reduce_mean(self.g(x))
            f_loss = cycle + tf.reduce_mean(self.f(y))
        plan = {"g": (g_loss, self.g), "f": (f_loss, self.f)}
        for name, (loss, model) in plan.items():
            grads = tape.gradient(loss, model.trainable_variables)  # TFG105
            self.optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return {"g": g_loss, "f": f_loss}


gan = CycleGAN()
gan.compile("sgd")
gan.fit(tf.ones((2, 2)), tf.ones((2, 2)), verbose=0)
