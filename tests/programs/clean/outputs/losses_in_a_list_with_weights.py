# effect: ok
# beside: TFG809, TFG810, TFG514
# one loss and one weight for each of two heads on a shared trunk
import tensorflow as tf

inputs = tf.keras.Input((4,))
trunk = tf.keras.layers.Dense(5, activation="relu")(inputs)
price = tf.keras.layers.Dense(1)(trunk)
kind = tf.keras.layers.Dense(3, activation="softmax")(trunk)
model = tf.keras.Model(inputs, [price, kind])
losses = ["mse", "sparse_categorical_crossentropy"]
model.compile(optimizer="sgd", loss=losses, loss_weights=[0.2, 1.0])
targets = [tf.ones((6, 1)), tf.constant([0, 1, 2, 0, 1, 2])]
model.fit(tf.random.normal((6, 4)), targets, epochs=1, verbose=0)
