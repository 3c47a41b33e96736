# effect: ok
# beside: TFG311, TFG605
# normalised embeddings times normalised anchors
import tensorflow as tf

emb = tf.keras.layers.Dense(8)
x = tf.random.normal((5, 3))
anchors = tf.math.l2_normalize(tf.random.normal((5, 8)), axis=1)
with tf.GradientTape() as tape:
    z = tf.math.l2_normalize(emb(x), axis=1)
    loss = tf.reduce_mean(1.0 - tf.reduce_sum(z * anchors, axis=1))
print(tape.gradient(loss, emb.trainable_variables))
