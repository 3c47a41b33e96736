# effect: ok
# beside: TFG603
# the action is clipped before it is squared, and the pre-activation is bounded elsewhere
import tensorflow as tf

mean = tf.Variable([[0.4, 14.0]])
with tf.GradientTape() as tape:
    action = tf.clip_by_value(tf.tanh(mean), -0.999, 0.999)
    bounded = tf.tanh(tf.clip_by_value(mean, -3.0, 3.0))
    first = tf.math.log(1.0 - tf.square(action))
    second = tf.math.log1p(-(bounded**2))
    loss = tf.reduce_sum(first + second)
print(tape.gradient(loss, mean))
