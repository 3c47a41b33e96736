# effect: none
# accumulated gradients are averaged with NumPy, fine; the loss of the penalty uses the model's copy
import tensorflow as tf


class Anchor:
    def __init__(self, model):
        self.reference = [tf.identity(v) for v in model.trainable_variables]

    def drift(self, model):
        current = [tf.convert_to_tensor(w) for w in model.get_weights()]  # TFG207
        return tf.add_n([tf.reduce_sum((c - r) ** 2) for c, r in zip(current, self.reference)])


net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
anchor = Anchor(net)
net.layers[0].kernel.assign_add(tf.ones((2, 1)))
with tf.GradientTape() as tape:
    ewc = anchor.drift(net)
print(tape.gradient(ewc, net.trainable_variables))
