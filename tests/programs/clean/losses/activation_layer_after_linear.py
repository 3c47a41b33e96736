# effect: ok
# beside: TFG512, TFG513
# the activation is a layer of its own, added last
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential()
model.add(tf.keras.Input((2,)))
model.add(tf.keras.layers.Dense(3))
model.add(tf.keras.layers.BatchNormalization())
model.add(tf.keras.layers.Activation("softmax"))
model.compile(optimizer="sgd", loss="categorical_crossentropy")
model.fit(np.array([[0.2, 0.1], [0.5, 0.9]]), np.eye(3)[[0, 2]], verbose=0)
