# effect: ok
# Layers written with keras.ops: stop_gradient in a straight-through, one_hot of labels, casts
import keras
import tensorflow as tf
from keras import layers, ops

keras.utils.set_random_seed(117)


class Quantise(layers.Layer):
    def __init__(self, levels=8, **kw):
        super().__init__(**kw)
        self.levels = levels

    def call(self, x):
        q = ops.round(x * self.levels) / self.levels
        return x + ops.stop_gradient(q - x)


def loss_fn(y_true, y_pred):
    onehot = ops.one_hot(ops.cast(ops.reshape(y_true, (-1,)), "int32"), 3)
    logp = ops.log_softmax(y_pred, axis=-1)
    hit = ops.cast(ops.equal(ops.argmax(y_pred, -1), ops.argmax(onehot, -1)), "float32")
    weight = ops.stop_gradient(1.0 + 0.5 * (1.0 - hit))
    return ops.mean(-weight * ops.sum(onehot * logp, axis=-1))


inputs = keras.Input((4,))
outputs = layers.Dense(3)(Quantise()(layers.Dense(5, activation="tanh")(inputs)))
model = keras.Model(inputs, outputs)
x = tf.random.normal((9, 4))
y = tf.constant([0, 1, 2] * 3)
model.compile("adam", loss_fn)
model.fit(x, y, epochs=1, verbose=0)
with tf.GradientTape() as tape:
    loss = loss_fn(y, model(x, training=True))
grads = tape.gradient(loss, model.trainable_variables)
print(float(loss), float(ops.convert_to_numpy(ops.mean(grads[0]))))
