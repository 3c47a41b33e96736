# effect: ok
# beside: TFG115
# the gradients of a dict of variables, paired key by key
import tensorflow as tf

weights = {"scale": tf.Variable([1.0, 2.0]), "shift": tf.Variable(0.5)}
optimizer = tf.keras.optimizers.Adam(0.1)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum((weights["scale"] * 3.0 + weights["shift"]) ** 2)
gradients = tape.gradient(loss, weights)
optimizer.apply_gradients([(gradients[key], weight) for key, weight in weights.items()])
