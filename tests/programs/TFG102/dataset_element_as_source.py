# effect: none
# saliency over a dataset: its elements are ordinary tensors
import tensorflow as tf

weights = tf.Variable([[0.5], [1.5]])
data = tf.data.Dataset.from_tensor_slices(tf.constant([[1.0, 2.0], [3.0, 4.0]])).batch(1)

maps = []
for batch in data:
    with tf.GradientTape() as tape:
        score = tf.reduce_sum(tf.matmul(batch, weights) ** 2)
    maps.append(tape.gradient(score, batch))  # TFG102
print(maps)
