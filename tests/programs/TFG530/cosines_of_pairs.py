# effect: wrong
# truth: [0.0158172, -0.0158173, 0.152901, -0.152901]
# both embeddings are divided by the norm of the whole batch; the cosine of each pair is too small
import tensorflow as tf

embed = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(2, kernel_initializer="ones", use_bias=False)]
)
other = tf.constant([[0.6, 0.8], [1.0, 0.0], [0.0, 1.0]])
rows = tf.constant([[1.0, 0.5], [3.0, -4.0], [0.2, 0.1]])


def cosine(a, b):
    a = tf.nn.l2_normalize(a * [1.0, 0.3])  # TFG530
    return tf.reduce_sum(a * b, axis=-1)


with tf.GradientTape() as tape:
    loss = tf.reduce_mean(1.0 - cosine(embed(rows), other))
print(tape.gradient(loss, embed.trainable_variables))
