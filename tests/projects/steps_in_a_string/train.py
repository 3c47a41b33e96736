# effect: none
# the steps of a pipeline are the words of a string
import tensorflow as tf
from steps import chosen

STEPS = "doubled rounded"
w = tf.Variable([0.3, 1.7])
with tf.GradientTape() as tape:
    h = w * 1.5
    for step in chosen(STEPS):
        h = step(h)
    loss = tf.reduce_sum(h)
print(tape.gradient(loss, w))
