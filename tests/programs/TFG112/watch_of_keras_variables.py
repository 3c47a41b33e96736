# effect: error
# raises: ValueError
# Keras 3 variables are no tf.Variable: the tape refuses to watch them
import keras
import tensorflow as tf

dense = keras.layers.Dense(1, kernel_initializer="ones")
dense.build((None, 2))
with tf.GradientTape(watch_accessed_variables=False) as tape:
    for var in dense.trainable_variables:
        tape.watch(var)  # TFG112
    out = tf.reduce_sum(dense(tf.ones((1, 2))))
print(tape.gradient(out, dense.trainable_variables))
