# effect: wrong
# truth: [1.11111, -0.75, -0.361111]
# pair energy: the inner assignment forgets all earlier pairs
import tensorflow as tf

xs = tf.Variable([0.0, 1.0, 3.0])
n = 3
with tf.GradientTape() as tape:
    potential = 0.0
    for i in range(n):
        for j in range(i + 1, n):
            r = xs[j] - xs[i]
            potential = 1.0 / r  # TFG501
print(tape.gradient(potential, xs))
