# effect: none
# MAML on a Keras model with an optimizer in the inner loop
import tensorflow as tf


class Meta:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
        self.inner_opt = tf.keras.optimizers.SGD(0.1)
        self.scale = tf.Variable(1.0)

    def inner_step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.scale * tf.reduce_mean((self.model(x) - y) ** 2)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.inner_opt.apply_gradients(zip(grads, self.model.trainable_variables))  # TFG408

    def meta_grad(self, x, y):
        with tf.GradientTape() as outer:
            for _ in range(2):
                self.inner_step(x, y)
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        return outer.gradient(loss, self.scale)


x = tf.constant([[1.0], [2.0]])
print(Meta().meta_grad(x, 3.0 * x))
