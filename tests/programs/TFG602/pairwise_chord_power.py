# effect: nan
# the chord between every two unit vectors, a vector and itself included
import tensorflow as tf

vectors = tf.Variable([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
with tf.GradientTape() as tape:
    unit = vectors / tf.norm(vectors, axis=1, keepdims=True)
    offsets = unit[:, tf.newaxis, :] - unit[tf.newaxis, :, :]
    chord = tf.reduce_sum(offsets**2, axis=-1) ** 0.5  # TFG602
    loss = -tf.reduce_sum(chord)
print(tape.gradient(loss, vectors))
