# effect: none
# the backend's get_value reads the number out of the variable
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
K = tf.keras.backend
with tf.GradientTape() as tape:
    copied = K.get_value(w)  # TFG207
    loss = tf.reduce_sum(tf.square(copied))
print(tape.gradient(loss, w))
