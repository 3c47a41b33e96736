# effect: zero
# the sum of probabilities as a penalty
import tensorflow as tf

dense = tf.keras.layers.Dense(5)
x = tf.random.normal((8, 3))
with tf.GradientTape() as tape:
    probs = tf.nn.softmax(dense(x), axis=-1)
    # penalise big total mass
    loss = tf.reduce_mean(tf.reduce_sum(probs, axis=-1))  # TFG311
grads = tape.gradient(loss, dense.trainable_variables)
print([g.numpy() for g in grads])
