# effect: ok
# the derivative of this power is zero at zero
import tensorflow as tf

theta = tf.Variable(tf.zeros(6))
target = tf.constant([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
opt = tf.keras.optimizers.SGD(0.05)
for _ in range(3):
    with tf.GradientTape() as tape:
        reg = tf.reduce_sum(tf.pow(tf.abs(theta), 1.5))
        loss = tf.reduce_mean((theta - target) ** 2) + 0.01 * reg
    opt.apply_gradients([(tape.gradient(loss, theta), theta)])
