# effect: ok
# beside: TFG518, TFG527
# lists of clipped gradients that are applied, that replace the old one, or that are logged only
import tensorflow as tf

place = tf.Variable([3.0, -4.0])
height = tf.Variable(2.0)
optimizer = tf.keras.optimizers.SGD(0.001)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = 50.0 * tf.reduce_sum(tf.square(place)) * height
    gradients = tape.gradient(loss, [place, height])
    limited = [tf.clip_by_norm(gradient, 1.0) for gradient in gradients]
    optimizer.apply_gradients(zip(limited, [place, height]))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(place)) * height
    gradients = tape.gradient(loss, [place, height])
    gradients = [tf.clip_by_value(gradient, -1.0, 1.0) for gradient in gradients]
    optimizer.apply_gradients(zip(gradients, [place, height]))
