# effect: none
# the number is printed into a string and read back
import tensorflow as tf

price = tf.Variable(12.3456)
with tf.GradientTape() as tape:
    shown = f"{price.numpy():.2f}"  # TFG201
    cost = tf.constant(float(shown)) * 3.0
grad = tape.gradient(cost, price)
print(grad)
