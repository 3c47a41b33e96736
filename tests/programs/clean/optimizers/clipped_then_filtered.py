# effect: ok
# beside: TFG518, TFG527
# the clipped gradients go through one more step before they are applied
import tensorflow as tf

a, b = tf.Variable(3.0), tf.Variable(4.0)
optimizer = tf.keras.optimizers.SGD(0.01)
with tf.GradientTape() as tape:
    loss = a * a + b * b
gradients = tape.gradient(loss, [a, b])
clipped, norm = tf.clip_by_global_norm(gradients, 1.0)
scaled = [0.5 * gradient for gradient in clipped]
optimizer.apply_gradients(zip(scaled, [a, b]))
