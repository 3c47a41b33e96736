# effect: error
# raises: RuntimeError
# one query per parameter, in a loop, on a tape made for one query
import tensorflow as tf

layers = {"w": tf.Variable([1.0, 2.0]), "b": tf.Variable(0.5)}
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layers["w"] * 3.0) + layers["b"] ** 2
grads = {}
for name, var in layers.items():
    grads[name] = tape.gradient(loss, var)  # TFG105
print(grads)
