# effect: ok
# beside: TFG520
# the list of sums begins anew after every second batch
import tensorflow as tf

w, b = tf.Variable(1.0), tf.Variable(0.0)
variables = [w, b]
optimizer = tf.keras.optimizers.SGD(0.05)
sums = [tf.zeros_like(v) for v in variables]
for step, x in enumerate([1.0, 2.0, 3.0, 4.0]):
    with tf.GradientTape() as tape:
        loss = tf.square(w * x + b - 1.0)
    gradients = tape.gradient(loss, variables)
    sums = [s + g for s, g in zip(sums, gradients)]
    if step % 2:
        optimizer.apply_gradients(zip(sums, variables))
        sums = [tf.zeros_like(v) for v in variables]
print(gradients)
