# effect: ok
# recording is paused only for the bookkeeping
import tensorflow as tf

w = tf.Variable([0.2, -0.4])
mean = tf.keras.metrics.Mean()
with tf.GradientTape() as tape:
    out = tf.sigmoid(w)
    with tape.stop_recording():
        rounded = tf.round(out)
        mean.update_state(rounded)
    loss = tf.reduce_sum(tf.square(out - 1.0))
print(float(mean.result()), tape.gradient(loss, w))
