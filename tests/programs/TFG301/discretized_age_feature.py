# effect: none
# the Discretization layer gives bin numbers, the layer before it learns nothing
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)


class BinnedRegressor(keras.Model):
    def __init__(self):
        super().__init__()
        self.project = keras.layers.Dense(1)
        self.bins = keras.layers.Discretization(bin_boundaries=[-1.0, 0.0, 1.0])
        self.table = keras.layers.Embedding(4, 2)
        self.head = keras.layers.Dense(1)

    def call(self, x):
        score = self.project(x)
        bucket = self.bins(score)  # TFG301
        vec = self.table(bucket)[:, 0]
        return self.head(vec)


model = BinnedRegressor()
x = tf.random.normal([6, 3], seed=1)
y = tf.reduce_sum(x, axis=1, keepdims=True)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x) - y))
grads = tape.gradient(loss, model.trainable_variables)
for v, g in zip(model.trainable_variables, grads):
    print(v.path, None if g is None else g.shape)
