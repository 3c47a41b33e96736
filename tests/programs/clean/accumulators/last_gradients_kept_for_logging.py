# effect: ok
# the gradients of the last batch are kept to be printed
import tensorflow as tf

w, b = tf.Variable(1.0), tf.Variable(0.0)
variables = [w, b]
optimizer = tf.keras.optimizers.SGD(0.05)
latest = [tf.zeros_like(v) for v in variables]
for x in (1.0, 2.0, 3.0):
    with tf.GradientTape() as tape:
        loss = tf.square(w * x + b - 1.0)
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    latest = [tf.norm(g) for g in gradients]
print("last norms:", latest)
