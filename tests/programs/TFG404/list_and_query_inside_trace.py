# effect: error
# raises: InaccessibleTensorError
# tape and query are traced as well, the list of states is filled by the graph loop
import tensorflow as tf


class Recurrent(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[0.9, 0.1], [-0.1, 0.9]])

    @tf.function
    def grads(self, x0, n):
        with tf.GradientTape() as tape:
            states, x = [], x0
            for _ in tf.range(n):
                x = tf.tanh(x @ self.w)
                states.append(x)  # TFG404
            loss = tf.reduce_mean(tf.square(tf.concat(states, axis=0)))
        return tape.gradient(loss, self.w)


net = Recurrent()
print(net.grads(tf.ones((1, 2)), tf.constant(3)))
