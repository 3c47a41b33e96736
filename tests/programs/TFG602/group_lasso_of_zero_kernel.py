# effect: nan
# the layer starts at zero, where the norm has no derivative
import tensorflow as tf

head = tf.keras.layers.Dense(2, kernel_initializer="zeros")
head.build((None, 3))
x, y = tf.ones((4, 3)), tf.ones((4, 2))
with tf.GradientTape() as tape:
    fit = tf.reduce_mean(tf.square(head(x) - y))
    sparsity = tf.reduce_sum(tf.norm(head.kernel, axis=0))  # TFG602
    loss = fit + 0.01 * sparsity
print(tape.gradient(loss, head.trainable_variables))
