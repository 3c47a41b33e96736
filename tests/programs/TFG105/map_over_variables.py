# effect: error
# raises: RuntimeError
# every variable asks the same tape
import tensorflow as tf

params = [tf.Variable(1.0), tf.Variable(2.0)]
with tf.GradientTape() as tape:
    loss = params[0] ** 2 * params[1]
grads = list(map(lambda p: tape.gradient(loss, p), params))  # TFG105
print(grads)
