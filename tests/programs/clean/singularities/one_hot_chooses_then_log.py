# effect: ok
# beside: TFG603
# of a mixture of positive numbers, one is chosen, and it is not zero
import tensorflow as tf

rates = tf.Variable([[0.2, 0.3, 0.5]])
with tf.GradientTape() as tape:
    chosen = tf.reduce_sum(tf.one_hot([1], 3) * rates, axis=1)
    loss = -tf.reduce_mean(tf.math.log(chosen))
print(tape.gradient(loss, rates))
