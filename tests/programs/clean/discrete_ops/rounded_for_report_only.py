# effect: ok
# rounding, comparisons and int casts of the outputs only go to the report
import tensorflow as tf

w = tf.Variable([0.26, 0.74])


def report(p):
    shown = tf.round(p * 100.0) / 100.0
    picked = tf.cast(p > 0.5, tf.int32)
    return {"shown": shown.numpy().tolist(), "picked": int(tf.reduce_sum(picked))}


with tf.GradientTape() as tape:
    p = tf.sigmoid(w)
    info = report(p)
    loss = -tf.reduce_sum(tf.math.log(p + 1e-7))
print(info, tape.gradient(loss, w))
