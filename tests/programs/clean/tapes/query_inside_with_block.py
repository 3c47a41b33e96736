# effect: ok
# the query stands inside the with block, which is allowed
import tensorflow as tf
from tensorflow import GradientTape

x = tf.Variable([1.0, 2.0])
with GradientTape() as tape:
    loss = tf.reduce_sum(tf.exp(x))
    grads = tape.gradient(loss, x)
print(grads)
