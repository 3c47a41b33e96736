# effect: ok
# best-of-many loss: each value depends on the one before through tf.minimum
import tensorflow as tf

centres = tf.Variable([0.0, 2.0, 5.0])
with tf.GradientTape() as tape:
    best = tf.constant(1e6)
    for c in tf.unstack(centres):
        best = tf.minimum(best, tf.square(c - 1.8))
    loss = best
print(tape.gradient(loss, centres))
