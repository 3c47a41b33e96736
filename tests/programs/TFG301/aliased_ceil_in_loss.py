# effect: none
# an alias of tf.math.ceil inside the loss; one of two parameters is cut
import tensorflow as tf

ceil = tf.math.ceil
price = tf.Variable(3.0)
demand = tf.Variable(2.4)
with tf.GradientTape() as tape:
    trucks = ceil(demand * 1.5)  # TFG301
    cost = trucks * price
print(tape.gradient(cost, [price, demand]))
