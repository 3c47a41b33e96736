# effect: ok
# beside: TFG312
# the slope below zero, to look at
import tensorflow as tf

point = tf.Variable(-2.0)
with tf.GradientTape(persistent=True) as tape:
    flat = tf.nn.relu(point)
    leaky = tf.nn.leaky_relu(point)
print(tape.gradient(flat, point), tape.gradient(leaky, point))
