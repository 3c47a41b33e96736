# effect: ok
# beside: TFG114
# the tape is made in one statement and entered in another
import tensorflow as tf

weight = tf.Variable([1.0, 2.0])
recorder = tf.GradientTape()
with recorder as tape:
    loss = tf.reduce_sum(weight**2)
print(tape.gradient(loss, weight))
