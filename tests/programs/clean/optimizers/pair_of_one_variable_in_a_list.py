# effect: ok
# beside: TFG115
# one pair, written as a list with one tuple
import tensorflow as tf

temperature = tf.Variable(2.0)
optimizer = tf.keras.optimizers.SGD(0.05)
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = (temperature * 1.5 - 1.0) ** 2
    gradient = tape.gradient(loss, temperature)
    optimizer.apply_gradients([(gradient, temperature)])
