# effect: ok
# beside: TFG313, TFG811
# the weight of the second term starts at zero and grows; both terms use the weights
import tensorflow as tf


class Annealed:
    def __init__(self):
        self.beta = 0.0

    def step(self):
        self.beta = min(1.0, self.beta + 0.25)


weights = tf.Variable([0.5, -0.5])
annealed = Annealed()
for epoch in range(3):
    annealed.step()
    with tf.GradientTape() as tape:
        loss = annealed.beta * tf.reduce_sum(tf.square(weights - 1.0))
    print(tape.gradient(loss, weights))
