# effect: ok
# an integer variable counts steps and drives a schedule, it is no source
import tensorflow as tf

step = tf.Variable(0, dtype=tf.int64, trainable=False)
w = tf.Variable(3.0)
for _ in range(3):
    step.assign_add(1)
    warmup = tf.minimum(1.0, tf.cast(step, tf.float32) / 10.0)
    with tf.GradientTape() as tape:
        loss = warmup * w**2
    g = tape.gradient(loss, w)
    w.assign_sub(0.1 * g)
print(int(step), g)
