# effect: zero
# input Jacobian of a network without a watch: batch_jacobian says zeros where jacobian says None
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, activation="tanh")])


class Sensitivity:
    def __init__(self, model):
        self.model = model

    def __call__(self, batch):
        with tf.GradientTape() as tape:
            out = self.model(batch)
        return tape.batch_jacobian(out, batch)  # TFG102


print(Sensitivity(net)(tf.ones((2, 3))))
