# effect: none
# the layer is made frozen and then trained by itself
import tensorflow as tf

embed = tf.keras.layers.Embedding(5, 3, trainable=False)
tokens = tf.constant([[0, 2, 4]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(embed(tokens)))
grads = tape.gradient(loss, embed.trainable_variables)  # TFG803
print(grads)
