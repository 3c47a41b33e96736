# effect: ok
# beside: TFG520
# a list that decays in every step
import tensorflow as tf

w, b = tf.Variable(1.0), tf.Variable(0.0)
variables = [w, b]
optimizer = tf.keras.optimizers.SGD(0.05)
velocity = [tf.zeros_like(v) for v in variables]
for x in (1.0, 2.0, 3.0):
    with tf.GradientTape() as tape:
        loss = tf.square(w * x + b - 1.0)
    gradients = tape.gradient(loss, variables)
    velocity = [0.8 * v + 0.2 * g for v, g in zip(velocity, gradients)]
    optimizer.apply_gradients(zip(velocity, variables))
print(gradients)
