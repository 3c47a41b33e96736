# effect: ok
# beside: TFG415
# .value of a Keras variable is a tf.Variable and can be watched
import keras
import tensorflow as tf

dense = keras.layers.Dense(1, kernel_initializer="ones")
dense.build((None, 2))
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch(dense.kernel.value)
    out = tf.reduce_sum(tf.square(dense(tf.ones((1, 2)))))
print(tape.gradient(out, dense.kernel))
