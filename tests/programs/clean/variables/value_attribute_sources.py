# effect: ok
# beside: TFG415
# the tf.Variable behind a Keras variable, as a source and as a watched value
import tensorflow as tf

dense = tf.keras.layers.Dense(2)
dense.build((None, 3))
kernel, bias = dense.kernel.value, dense.bias.value
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch([kernel, bias])
    loss = tf.reduce_sum(tf.square(dense(tf.ones((1, 3))) - 1.0))
grads = tape.gradient(loss, [kernel, bias])
print([g.shape for g in grads])
