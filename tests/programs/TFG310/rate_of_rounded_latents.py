# effect: wrong
# truth: [-2.35, -1.3875, 0.8125, -1.2875]
# bits of a rounded code, beside a distortion that has a gradient
import tensorflow as tf

encoder = tf.Variable([[0.5, -0.3], [0.2, 0.4]])
images = tf.constant([[1.0, 2.0], [3.0, -1.0]])


def rate(latent):
    return tf.reduce_mean(tf.math.log(1.0 + tf.abs(tf.round(latent))))  # TFG310


with tf.GradientTape() as tape:
    latent = images @ encoder
    distortion = tf.reduce_mean((latent - images) ** 2)
    objective = distortion + 0.5 * rate(latent)
print(tape.gradient(objective, encoder))
