# effect: ok
# beside: TFG808
# Frozen backbone, head trained, then everything thawed with a lower rate
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(21)
base = keras.Sequential(
    [keras.Input((6,)), keras.layers.Dense(5, activation="relu"), keras.layers.BatchNormalization()]
)
base.trainable = False
inputs = keras.Input((6,))
x = base(inputs, training=False)
outputs = keras.layers.Dense(1)(keras.layers.Dropout(0.2)(x))
model = keras.Model(inputs, outputs)
data, target = tf.random.normal((16, 6)), tf.random.normal((16, 1))
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse")
model.fit(data, target, epochs=1, verbose=0)
assert len(model.trainable_variables) == 2

base.trainable = True
for layer in base.layers[:-1]:
    layer.trainable = True
for layer in base.layers:
    if isinstance(layer, keras.layers.BatchNormalization):
        layer.trainable = False
model.compile(optimizer=keras.optimizers.Adam(1e-5), loss="mse")
model.fit(data, target, epochs=1, verbose=0)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((model(data, training=False) - target) ** 2)
grads = tape.gradient(loss, model.trainable_variables)
print(len(grads))
