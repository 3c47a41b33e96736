# effect: ok
# a persistent tape answers as often as it is asked
import tensorflow as tf

x = tf.Variable(2.0)
kwargs = dict(persistent=True)
with tf.GradientTape(**kwargs) as tape:
    powers = [x**n for n in range(1, 5)]
slopes = [tape.gradient(pw, x) for pw in powers]
del tape
print(slopes)
