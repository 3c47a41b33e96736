# effect: none
# epistemic bonus: np.std over the ensemble's predictions
import numpy as np
import tensorflow as tf


class Ensemble:
    def __init__(self, n):
        self.members = [tf.keras.layers.Dense(1, bias_initializer="ones") for _ in range(n)]

    def predict(self, x):
        return [m(x) for m in self.members]

    def disagreement(self, x):
        preds = np.stack(self.predict(x))  # TFG204
        return tf.reduce_mean(preds.std(axis=0))


ens = Ensemble(3)
action = tf.Variable([[0.1, 0.2]])
with tf.GradientTape() as tape:
    bonus = ens.disagreement(action)
print(tape.gradient(bonus, action))
