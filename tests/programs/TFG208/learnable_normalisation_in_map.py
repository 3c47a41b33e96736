# effect: none
# learnable normalisation inside Dataset.map
import tensorflow as tf


class Normaliser(tf.Module):
    def __init__(self):
        super().__init__()
        self.shift = tf.Variable(0.5)
        self.scale = tf.Variable(2.0)

    def __call__(self, x):
        return (x - self.shift) / self.scale


norm = Normaliser()
ds = tf.data.Dataset.from_tensor_slices(tf.range(6.0)).map(lambda v: norm(v)).batch(3)  # TFG208
for batch in ds:
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(batch))
    grads = tape.gradient(loss, norm.trainable_variables)
print(grads)
