# effect: ok
# beside: TFG522
# what `add_loss` adds is in the loss
import tensorflow as tf


class Sparse(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, inputs):
        code = self.dense(inputs)
        self.add_loss(0.1 * tf.reduce_mean(tf.abs(code)))
        return code


model = tf.keras.Sequential([tf.keras.Input((2,)), Sparse(), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for step in range(2):
    with tf.GradientTape() as tape:
        error = tf.reduce_mean(tf.square(model(tf.ones((1, 2))) - 1.0))
        loss = tf.add_n([error, *model.losses])
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
print(gradients)
