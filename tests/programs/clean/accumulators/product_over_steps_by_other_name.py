# effect: ok
# every iteration depends on the previous one through another name
import tensorflow as tf

a = tf.Variable(0.5)
with tf.GradientTape() as tape:
    state, loss = tf.constant(1.0), 0.0
    for _ in range(4):
        state = tf.sin(a * state) + 0.1 * loss
        loss = tf.square(state)
print(tape.gradient(loss, a))
