# effect: ok
# beside: TFG115
# `apply` of Keras 3 takes gradients and variables as two lists, unlike `apply_gradients`
import tensorflow as tf

weights = [tf.Variable([1.0, 2.0]), tf.Variable([3.0])]
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = tf.add_n([tf.reduce_sum(weight**2) for weight in weights])
gradients = tape.gradient(loss, weights)
optimizer.apply(gradients, weights)
