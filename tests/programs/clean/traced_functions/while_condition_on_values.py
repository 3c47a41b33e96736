# effect: ok
# comparisons and argmax steer a loop; the state keeps its gradient
import tensorflow as tf

rate = tf.Variable(1.5)


def grow(limit):
    x, steps = rate * 1.0, 0
    while x < limit and tf.argmax([x, 100.0]) == 1:
        x = x * rate
        steps += 1
        if int(tf.round(x)) % 50 == 49:
            break
    return x, steps


with tf.GradientTape() as tape:
    size, n = grow(20.0)
print(n, tape.gradient(size, rate))
