# effect: none
# L2 over layer.get_weights(): arrays, not variables
import tensorflow as tf


class L2:
    def __init__(self, strength):
        self.strength = strength

    def __call__(self, model):
        total = tf.constant(0.0)
        for layer in model.layers:
            for w in layer.get_weights():  # TFG207
                total += tf.nn.l2_loss(w)
        return self.strength * total


net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
l2 = L2(0.1)
with tf.GradientTape() as tape:
    penalty = l2(net)
print(tape.gradient(penalty, net.trainable_variables))
