# effect: wrong
# truth: [-0.459748, 0.832863, 0.198543]
# gradients are summed over all batches once, then every epoch applies the same sum
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(137)

EPOCHS = 3


def make_rows(count):
    rng = np.random.default_rng(32)
    x = rng.normal(size=(count, 2)).astype("float32")
    y = (2.0 * x[:, :1] - x[:, 1:] + 0.5).astype("float32")
    return x, y


class FullBatch:
    """The gradient of the whole data set, summed up batch by batch."""

    def __init__(self, model, batches):
        self.model = model
        self.batches = batches
        self.loss_fn = keras.losses.MeanSquaredError()

    def batch_gradient(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss_fn(y, self.model(x, training=True))
        return loss, tape.gradient(loss, self.model.trainable_variables)

    def total_gradient(self):
        sums = [tf.zeros(variable.shape) for variable in self.model.trainable_variables]
        for x, y in self.batches:
            _, gradients = self.batch_gradient(x, y)
            sums = [s + g / len(self.batches) for s, g in zip(sums, gradients)]
        return sums


x, y = make_rows(24)
batches = [(tf.constant(x[i : i + 8]), tf.constant(y[i : i + 8])) for i in range(0, 24, 8)]
model = keras.Sequential(
    [keras.Input((2,)), keras.layers.Dense(1, kernel_initializer="zeros", name="line")]
)
problem = FullBatch(model, batches)
optimizer = keras.optimizers.SGD(0.3)
variables = model.trainable_variables
gradients = problem.total_gradient()
for epoch in range(EPOCHS):
    optimizer.apply_gradients(zip(gradients, variables))  # TFG507
    losses = [problem.loss_fn(b, model(a)).numpy() for a, b in batches]
    print(f"epoch {epoch}: loss {np.mean(losses):.4f}")
kernel, bias = model.get_layer("line").get_weights()
print("kernel", kernel[:, 0], "bias", bias)
loss, last = problem.batch_gradient(*batches[-1])
print("loss of the last batch", float(loss), "norm", float(tf.linalg.global_norm(last)))
