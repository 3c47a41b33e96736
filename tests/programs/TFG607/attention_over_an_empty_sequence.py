# effect: nan
# the second sequence has no step, so that all its scores are minus infinity
import numpy as np
import tensorflow as tf

steps = np.array([3, 0, 2])
valid = tf.range(4)[None, :] < steps[:, None]
scorer = tf.keras.layers.Dense(1)
embed = tf.keras.layers.Dense(5)
sequences = tf.random.normal((3, 4, 2))
with tf.GradientTape() as tape:
    values = embed(sequences)
    scores = tf.squeeze(scorer(values), -1)
    share = tf.nn.softmax(tf.where(valid, scores, -np.inf))  # TFG607
    summary = tf.reduce_sum(share[:, :, None] * values, axis=1)
    loss = tf.reduce_mean(tf.square(summary))
gradients = tape.gradient(loss, embed.trainable_variables)
print([tf.reduce_any(tf.math.is_nan(g)).numpy() for g in gradients])
