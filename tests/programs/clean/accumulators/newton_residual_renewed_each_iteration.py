# effect: ok
# Newton iterations and a residual that is renewed with each; the last residual is meant
import tensorflow as tf

a = tf.Variable(2.0)
with tf.GradientTape() as tape:
    x = tf.constant(1.0)
    residual = None
    for _ in range(5):
        residual = x * x - a
        x = x - residual / (2.0 * x)
    loss = x + residual
print(tape.gradient(loss, a))
