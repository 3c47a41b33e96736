# effect: ok
# beside: TFG518, TFG527
# the clipped list takes the name of the old one
import tensorflow as tf

a, b = tf.Variable(3.0), tf.Variable(4.0)
optimizer = tf.keras.optimizers.SGD(0.01)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = a * a + b * b
    gradients = tape.gradient(loss, [a, b])
    gradients, norm = tf.clip_by_global_norm(gradients, 1.0)
    optimizer.apply_gradients(zip(gradients, [a, b]))
