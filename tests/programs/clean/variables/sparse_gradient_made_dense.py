# effect: ok
# beside: TFG117
# slices are converted before the arithmetic
import tensorflow as tf

embedding = tf.keras.layers.Embedding(6, 3)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(embedding(tf.constant([1, 2]))))
gradients = tape.gradient(loss, embedding.trainable_variables)
dense = [tf.convert_to_tensor(gradient) for gradient in gradients]
print([0.1 * gradient for gradient in dense])
