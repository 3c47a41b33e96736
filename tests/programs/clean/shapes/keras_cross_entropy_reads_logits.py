# effect: ok
# beside: TFG512, TFG513, TFG806
# Keras keeps the logits of a softmax activation beside the result, and its cross entropies use them
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, activation="softmax")])
x = np.random.rand(6, 3).astype("float32")
y = np.array([[0.0], [1.0], [1.0], [0.0], [1.0], [0.0]], dtype="float32")
loss_object = tf.keras.losses.BinaryCrossentropy()
with tf.GradientTape() as tape:
    loss = loss_object(y, model(x))
gradients = tape.gradient(loss, model.trainable_variables)
model.compile(optimizer="sgd", loss="binary_crossentropy")
model.fit(x, y, epochs=1, verbose=0)
