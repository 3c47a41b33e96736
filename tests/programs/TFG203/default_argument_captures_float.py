# effect: wrong
# truth: [7.0, -2.0]
# the regularisation strength is frozen to a float in a default argument
import tensorflow as tf

w = tf.Variable([2.0, -1.0])
with tf.GradientTape() as tape:

    def penalty(t, strength=float(tf.reduce_sum(w))):  # TFG203
        return strength * (t[0] * 3.0 - t[0])

    loss = penalty(w) + w[0] - 6.0 * w[1]
print(tape.gradient(loss, w))
