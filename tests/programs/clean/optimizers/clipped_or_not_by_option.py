# effect: ok
# beside: TFG527
# an option decides which list is applied
import tensorflow as tf

a, b = tf.Variable(3.0), tf.Variable(4.0)
optimizer = tf.keras.optimizers.SGD(0.01)


def step(clip):
    with tf.GradientTape() as tape:
        loss = a * a + b * b
    gradients = tape.gradient(loss, [a, b])
    clipped, norm = tf.clip_by_global_norm(gradients, 1.0)
    if clip:
        optimizer.apply_gradients(zip(clipped, [a, b]))
    else:
        optimizer.apply_gradients(zip(gradients, [a, b]))
    return norm


print(step(True), step(False))
