# effect: none
# automatic watching is off and only one of two parameters is watched by hand
import tensorflow as tf


class Gauss(tf.Module):
    def __init__(self):
        super().__init__()
        self.mean = tf.Variable(0.0)
        self.scale = tf.Variable(1.0)

    def log_prob(self, x):
        return -0.5 * ((x - self.mean) / self.scale) ** 2 - tf.math.log(self.scale)


dist = Gauss()
with tf.GradientTape(watch_accessed_variables=False, persistent=True) as tape:
    tape.watch(dist.mean)
    nll = -dist.log_prob(1.7)
d_mean, d_scale = tape.gradient(nll, [dist.mean, dist.scale])  # TFG111
print(d_mean, d_scale)
