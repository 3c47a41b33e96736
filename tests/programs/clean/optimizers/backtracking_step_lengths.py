# effect: ok
# beside: TFG813
# one gradient, several step lengths tried from the same point
import tensorflow as tf

w = tf.Variable([2.0, -1.0])


def loss_fn():
    return tf.reduce_sum(w**4)


for _ in range(2):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    g = tape.gradient(loss, w)
    origin = tf.identity(w)
    rate = 1.0
    while True:
        w.assign(origin - rate * g)
        if loss_fn() < loss:
            break
        rate *= 0.5
