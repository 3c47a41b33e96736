# effect: ok
# beside: TFG809
# dicts of inputs and outputs, by name
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

columns = {name: keras.Input((1,), name=name) for name in ("age", "height")}
joined = layers.Concatenate()(list(columns.values()))
shared = layers.Dense(4, activation="tanh")(joined)
outputs = {"price": layers.Dense(1, name="price")(shared), "risk": layers.Dense(1, name="risk")(shared)}
model = keras.Model(inputs=columns, outputs=outputs)
batch = {"age": tf.random.normal((8, 1), seed=1), "height": tf.random.normal((8, 1), seed=2)}
with tf.GradientTape() as tape:
    predicted = model(batch)
    loss = tf.reduce_mean(tf.square(predicted["price"] - 1.0)) + tf.reduce_mean(predicted["risk"] ** 2)
gradients = tape.gradient(loss, model.trainable_variables)
print([g.shape for g in gradients])
