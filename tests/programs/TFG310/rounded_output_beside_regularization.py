# effect: wrong
# truth: [-18.9498, -18.9498]
# the model rounds its output; of the loss, only the regularization of the kernel is trained
import tensorflow as tf


class Counter(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(
            1,
            use_bias=False,
            kernel_initializer=tf.keras.initializers.Constant(0.51),
            kernel_regularizer=tf.keras.regularizers.L2(0.01),
        )

    def call(self, x):
        return tf.round(self.dense(x))


model = Counter()
mse = tf.keras.losses.MeanSquaredError()


def step(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x)) + sum(model.losses)  # TFG310
    return tape.gradient(loss, model.trainable_variables)


print(step(tf.constant([[2.0, 2.0]]), tf.constant([[6.78]])))
