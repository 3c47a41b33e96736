# effect: error
# raises: TypeError
# var_list is the optimizers' word, the tape says sources
import tensorflow as tf

w = tf.Variable([1.0, -1.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w * w)
grads = tape.gradient(loss, var_list=[w])  # TFG503
print(grads)
