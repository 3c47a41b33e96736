# effect: ok
# beside: TFG605
# the angle between two codes that are data sets the path between them; only the decoder learns
import tensorflow as tf

decoder = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
start = tf.math.l2_normalize(tf.constant([1.0, 2.0, 2.0]))
end = tf.math.l2_normalize(tf.constant([2.0, -1.0, 2.0]))
with tf.GradientTape() as tape:
    angle = tf.acos(tf.reduce_sum(start * end))
    share = tf.linspace(0.0, 1.0, 5)[:, None]
    path = (tf.sin((1.0 - share) * angle) * start + tf.sin(share * angle) * end) / tf.sin(angle)
    loss = tf.reduce_mean(tf.square(decoder(path)))
print(tape.gradient(loss, decoder.trainable_variables))
