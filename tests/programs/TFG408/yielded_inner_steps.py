# effect: none
# an inner training generator steps with an optimizer, the outer tape wants the initial scale
import tensorflow as tf

scale = tf.Variable(1.0)
w = tf.Variable([0.5, 0.5])
sgd = tf.keras.optimizers.SGD(0.1)
x = tf.constant([1.0, 2.0])


def inner_steps(n):
    for _ in range(n):
        with tf.GradientTape() as tape:
            loss = tf.square(scale * tf.reduce_sum(w * x) - 1.0)
        grads = tape.gradient(loss, [w])
        sgd.apply_gradients(zip(grads, [w]))  # TFG408
        yield loss


with tf.GradientTape() as outer:
    for value in inner_steps(2):
        print(float(value))
    held_out = tf.square(tf.reduce_sum(w) - 0.3)
print(outer.gradient(held_out, scale))
