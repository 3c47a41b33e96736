# effect: ok
# beside: TFG516
# the Hessian is diagonal: each entry has a term of its own, and sums of them stay linear
import tensorflow as tf

place = tf.Variable([1.0, 2.0, 3.0])
weights = tf.constant([0.5, 1.0, 2.0])
with tf.GradientTape() as second:
    with tf.GradientTape() as first:
        energy = tf.reduce_sum(weights * tf.sin(place)) + 3.0 * tf.reduce_mean(place * place)
        energy += 2.0 * place[0] + place[1] ** 3 + 0.1 * tf.reduce_sum(place)
    slope = first.gradient(energy, place)
print(second.gradient(slope, place))
