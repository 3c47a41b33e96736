# effect: nan
# a·b / (|a| |b|) is one for parallel vectors
import tensorflow as tf

velocity = tf.Variable([[0.0, 2.0], [1.0, 1.0]])
wind = tf.constant([[0.0, 4.0], [1.0, -1.0]])
with tf.GradientTape() as tape:
    product = tf.reduce_sum(velocity * wind, axis=1)
    cosine = product / (tf.norm(velocity, axis=1) * tf.norm(wind, axis=1))
    angle = tf.acos(cosine)  # TFG605
    loss = tf.reduce_sum(angle)
print(tape.gradient(loss, velocity))
