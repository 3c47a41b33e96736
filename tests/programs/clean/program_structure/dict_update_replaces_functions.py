# effect: ok
# what a dict held before `update` is not what is called
import tensorflow as tf

steps = {"first": tf.round, "last": tf.sign}
steps["first"] = tf.floor
steps["last"] = tf.round
steps.update({"first": tf.square}, last=tf.sin)
w = tf.Variable([0.3, 1.7])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(steps["last"](steps["first"](w)))
print(tape.gradient(loss, w))
