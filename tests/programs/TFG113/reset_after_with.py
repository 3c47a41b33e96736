# effect: error
# raises: ValueError
# reset() is called in the loop after the with block has closed
import tensorflow as tf

x = tf.Variable(1.0)
with tf.GradientTape(persistent=True) as tape:
    y = x**2
for _ in range(2):
    print(tape.gradient(y, x))
    tape.reset()  # TFG113
