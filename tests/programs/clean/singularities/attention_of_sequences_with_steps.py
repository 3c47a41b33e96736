# effect: ok
# beside: TFG603, TFG607
# every sequence has a step, or a large negative number stands for minus infinity
import numpy as np
import tensorflow as tf

steps = np.array([3, 1, 2])
valid = tf.sequence_mask(steps, 4)
some = tf.sequence_mask([3, 0, 2], 4)
embed = tf.keras.layers.Dense(5)
sequences = tf.random.normal((3, 4, 2))
with tf.GradientTape() as tape:
    values = embed(sequences)
    scores = tf.reduce_sum(values, axis=-1)
    share = tf.nn.softmax(tf.where(valid, scores, -np.inf))
    share += tf.nn.softmax(tf.where(some, scores, -1e9))
    summary = tf.reduce_sum(share[:, :, None] * values, axis=1)
    loss = tf.reduce_mean(tf.square(summary))
print(tape.gradient(loss, embed.trainable_variables))
