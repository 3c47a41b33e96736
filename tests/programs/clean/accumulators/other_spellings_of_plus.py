# effect: ok
# beside: TFG519
# sums written with tf.add, reversed operands, add_n and a walrus
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    a = b = c = tf.constant(0.0)
    for x in (1.0, 2.0):
        a = tf.add(a, tf.reduce_sum(w * x))
        b = tf.reduce_sum(w**2) * x + b
        if (term := tf.reduce_sum(w * x**2)) > 0:
            c = tf.add_n([c, term])
    loss = a + b + c
print(tape.gradient(loss, w))
