# effect: none
# a linear recurrence by scan inside a traced train step, with back_prop switched off
import tensorflow as tf


class LinearRNN(tf.keras.layers.Layer):
    def __init__(self, **options):
        super().__init__()
        self.options = options

    def build(self, shape):
        self.a = self.add_weight(shape=(), initializer="ones", name="a")

    def call(self, x):
        def step(h, u):
            return self.a * h + u

        return tf.scan(step, x, initializer=0.0, back_prop=False)  # TFG406


rnn = LinearRNN()


@tf.function
def grads(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(rnn(x))
    return tape.gradient(loss, rnn.trainable_variables)


print(grads(tf.constant([1.0, 2.0])))
