# effect: ok
# beside: TFG311
# tf.constant of a variable keeps the old weights as the anchor of a proximal term
import tensorflow as tf

w = tf.Variable([1.0, -2.0])
for _ in range(2):
    anchor = tf.constant(w)
    for _ in range(2):
        with tf.GradientTape() as tape:
            fit = tf.reduce_sum(tf.square(w - 0.5))
            loss = fit + 0.1 * tf.reduce_sum(tf.square(w - anchor))
        w.assign_sub(0.1 * tape.gradient(loss, w))
print(w.numpy())
