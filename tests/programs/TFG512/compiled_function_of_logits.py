# effect: wrong
# truth: [0.0924573, 0.0427277, -0.135185, 0.149125, -0.174637, 0.0255117, 0.321934, -0.0661223, -0.255812]
# the loss function for `compile` expects logits, the last layer is a softmax
import numpy as np
import tensorflow as tf


def sparse_loss(y_true, y_pred):
    labels = tf.cast(tf.reshape(y_true, [-1]), tf.int32)
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=y_pred)  # TFG512


model = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(3, kernel_initializer="identity"),
        tf.keras.layers.Softmax(),
    ]
)
model.compile(optimizer="sgd", loss=sparse_loss)
model.fit(np.array([[0.1, 0.9], [0.4, 0.2]]), np.array([[1], [2]]), epochs=1, verbose=0)
