# effect: ok
# loss = 0.0 before an if chain, and inside a retry loop that stops at the first success
import tensorflow as tf

w = tf.Variable(2.0)


def objective(kind):
    loss = 0.0
    if kind == "l2":
        loss = tf.square(w)
    elif kind == "l1":
        loss = tf.abs(w)
    return loss


def first_finite(candidates):
    value = 0.0
    for f in candidates:
        value = f()
        if bool(tf.math.is_finite(value)):
            break
    return value


with tf.GradientTape() as tape:
    total = objective("l2") + first_finite([lambda: tf.math.log(w - 5.0), lambda: tf.sin(w)])
print(tape.gradient(total, w))
