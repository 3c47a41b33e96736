# effect: none
# recording is paused around the loss itself, not only around the bookkeeping
import tensorflow as tf

w = tf.Variable([[0.3], [0.7]])
history = []
with tf.GradientTape() as tape:
    out = tf.matmul([[1.0, 2.0]], w)
    with tape.stop_recording():
        loss = tf.reduce_mean(tf.square(out - 1.0))  # TFG107
        history.append(loss.numpy())
print(history, tape.gradient(loss, w))
