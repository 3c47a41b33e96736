# effect: error
# raises: ValueError
# the clipped gradients and the variables go in as two lists
import tensorflow as tf

weights = [tf.Variable([1.0, 2.0]), tf.Variable([0.5]), tf.Variable([[1.0]])]
optimizer = tf.keras.optimizers.Adam(0.01)


def update(factor):
    with tf.GradientTape() as tape:
        loss = factor * tf.add_n([tf.reduce_sum(tf.square(weight)) for weight in weights])
    gradients = tape.gradient(loss, weights)
    clipped = [tf.clip_by_norm(gradient, 1.0) for gradient in gradients]
    optimizer.apply_gradients([clipped, weights])  # TFG115


update(2.0)
