# effect: wrong
# truth: [558.6, -744.8, 1200.5]
# each gradient is clipped by its norm into a new list, and the old list is applied
import tensorflow as tf

place = tf.Variable([3.0, -4.0])
height = tf.Variable(2.0)
optimizer = tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = 50.0 * tf.reduce_sum(tf.square(place)) * height
    gradients = tape.gradient(loss, [place, height])
    limited = [tf.clip_by_norm(gradient, 1.0) for gradient in gradients]
    optimizer.apply_gradients(zip(gradients, [place, height]))  # TFG527
