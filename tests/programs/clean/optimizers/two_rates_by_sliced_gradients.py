# effect: ok
# one query for the whole model, its gradients cut into those of two parts
import tensorflow as tf
from tensorflow import keras

base = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, activation="tanh")])
top = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2, use_bias=False)])
network = keras.Sequential([base, top])
slow, fast = keras.optimizers.SGD(0.001), keras.optimizers.SGD(0.1)
x = tf.random.normal((6, 3), seed=2)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(network(x) - 1.0))
count = len(base.trainable_variables)
gradients = tape.gradient(loss, network.trainable_variables)
slow.apply_gradients(zip(gradients[:count], base.trainable_variables))
fast.apply_gradients(zip(gradients[count:], top.trainable_variables))
