# effect: ok
# beside: TFG115, TFG519
# the pairs are a list of tuples
import tensorflow as tf

weights = [tf.Variable([1.0, 2.0]), tf.Variable([3.0])]
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = tf.add_n([tf.reduce_sum(weight**2) for weight in weights])
gradients = tape.gradient(loss, weights)
optimizer.apply_gradients([(tf.clip_by_norm(g, 1.0), w) for g, w in zip(gradients, weights)])
