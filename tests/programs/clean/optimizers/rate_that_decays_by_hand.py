# effect: ok
# beside: TFG813
# a rate that starts at zero and grows, for a step by hand
import tensorflow as tf

weights = tf.Variable([1.0, 2.0])
rate = 0.0
for step in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(weights))
    weights.assign_sub(rate * tape.gradient(loss, weights))
    rate += 0.1
print(weights)
