# effect: zero
# the norm of normalised embeddings as a penalty
import tensorflow as tf

emb = tf.keras.layers.Dense(8)
x = tf.random.normal((5, 3))
with tf.GradientTape() as tape:
    z = tf.math.l2_normalize(emb(x), axis=1)
    # weight the embedding norm
    loss = tf.reduce_mean(tf.square(tf.norm(z, axis=1) - 1.5))  # TFG311
g = tape.gradient(loss, emb.trainable_variables)
print(g)
