# effect: ok
# automatic watching is off, everything that is asked for is watched, also a frozen variable
import tensorflow as tf

gain = tf.Variable(1.5)
step = tf.Variable(0.1, trainable=False)
with tf.GradientTape(watch_accessed_variables=False) as tape:
    for v in (gain, step):
        tape.watch(v)
    y = tf.exp(gain * step)
print(tape.gradient(y, [gain, step]))
