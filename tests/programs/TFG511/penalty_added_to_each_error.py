# effect: wrong
# truth: [96.5, 112.5, 16.0]
# a script whose penalty is reduced and whose errors are not
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
x = np.arange(10.0).reshape(5, 2).astype("float32")
y = np.ones((5, 1), dtype="float32")
with tf.GradientTape() as tape:
    error = tf.square(model(x) - y)
    weight_decay = tf.add_n([tf.nn.l2_loss(v) for v in model.trainable_variables])
    loss = error + 0.5 * weight_decay  # TFG511
gradients = tape.gradient(loss, model.trainable_variables)
