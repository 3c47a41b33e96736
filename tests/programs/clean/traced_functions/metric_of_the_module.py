# effect: ok
# beside: TFG414
# the metric is made once, and the trace only updates it
import tensorflow as tf

seen = tf.keras.metrics.Mean()
weight = tf.Variable(0.5)


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = tf.square(weight * x - 1.0)
    seen.update_state(loss)
    return tape.gradient(loss, weight)


print(step(tf.constant(3.0)), float(seen.result()))
