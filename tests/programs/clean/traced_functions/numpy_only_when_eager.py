# effect: ok
# while a function is traced, tensors have no numbers to take; in a functional model there is no tensor
import keras
import tensorflow as tf


def to_numbers(value):
    return value.numpy() if hasattr(value, "numpy") else value


@tf.function
def loss_of(scale):
    return tf.constant(1.0) * to_numbers(tf.reduce_sum(scale**4))


def as_tensor(value):
    return tf.stop_gradient(value) if isinstance(value, tf.Tensor) else value


scale = tf.Variable([0.3, 0.9])
with tf.GradientTape() as tape:
    loss = loss_of(scale)
print(tape.gradient(loss, scale))

inputs = keras.Input((3,))
model = keras.Model(inputs, keras.layers.Dense(1)(as_tensor(keras.layers.Dense(2)(inputs))))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(tf.ones((4, 3))))
print([tape.gradient(loss, model.trainable_variables)])
