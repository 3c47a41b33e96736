# effect: ok
# beside: TFG524, TFG812
# mixed precision: `fit` scales the loss, and the tape has a plain optimizer
import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")
m = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(4), tf.keras.layers.Dense(1, dtype="float32")]
)
m.compile(optimizer="sgd", loss="mse")
m.fit(tf.ones((8, 2)), tf.ones((8, 1)), verbose=0)
opt = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(m(tf.ones((8, 2))) ** 2)
g = tape.gradient(loss, m.trainable_variables)
opt.apply_gradients(zip(g, m.trainable_variables))
