# effect: ok
# beside: TFG522
# the regularized backbone is frozen; only its head is trained
import tensorflow as tf
from tensorflow import keras

backbone = keras.Sequential([keras.Input((4,)), keras.layers.Dense(4, kernel_regularizer="l2")])
backbone.trainable = False
head = keras.layers.Dense(1)
head.build((None, 4))
opt = keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(head(backbone(tf.ones((2, 4)))) ** 2)
    g = tape.gradient(loss, head.trainable_variables)
    opt.apply_gradients(zip(g, head.trainable_variables))
