# effect: ok
# beside: TFG116
# the source is the image, not the symbolic input
import tensorflow as tf

entry = tf.keras.Input((3,))
model = tf.keras.Model(entry, tf.keras.layers.Dense(2)(entry))
entry = tf.ones((1, 3))
with tf.GradientTape() as tape:
    tape.watch(entry)
    score = tf.reduce_max(model(entry))
print(tape.gradient(score, entry))
