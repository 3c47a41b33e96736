# effect: ok
# the compat optimizer gets a callable, which it runs under its own tape
import tensorflow as tf

theta = tf.Variable([1.0, -1.0])
opt = tf.compat.v1.train.AdamOptimizer(0.1)
for _ in range(3):
    opt.minimize(lambda: tf.reduce_sum(theta**2), var_list=[theta])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(theta**2)
print(tape.gradient(loss, theta))
