# effect: ok
# a loop sets a flag, and another one resets it
import tensorflow as tf

w = tf.Variable(1.0)
seen = False
with tf.GradientTape() as tape:
    total = tf.constant(0.0)
    for step in range(3):
        total = total + w * float(step)
        seen = True
    loss = total * (2.0 if seen else 1.0)
print(tape.gradient(loss, w))
