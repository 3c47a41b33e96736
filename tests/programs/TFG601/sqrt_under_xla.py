# effect: nan
# sqrt is harmless in eager mode, but not when compiled with XLA
import tensorflow as tf

x = tf.Variable([0.0, 4.0])


@tf.function(jit_compile=True)
def f():
    return tf.reduce_sum(tf.where(x > 0.0, tf.sqrt(x), 0.0))  # TFG601


with tf.GradientTape() as tape:
    y = f()
print(tape.gradient(y, x))
