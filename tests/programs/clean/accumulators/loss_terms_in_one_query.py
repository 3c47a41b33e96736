# effect: ok
# beside: TFG511
# data, smoothness and budget terms in one query: the sum is the objective
import tensorflow as tf

field = tf.Variable([0.1, 0.4, 0.9, 0.2])
sgd = tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        terms = [
            tf.reduce_sum(tf.square(field - [0.0, 0.5, 1.0, 0.5])),
            0.1 * tf.reduce_sum(tf.square(field[1:] - field[:-1])),
            tf.nn.relu(tf.reduce_sum(field) - 1.0),
        ]
    (gradient,) = tape.gradient(terms, [field])
    sgd.apply_gradients([(gradient, field)])
print(field.numpy())
