# effect: zero
# a mixture of experts with tf.recompute_grad; the gate picks its expert by argmax
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(59)

EXPERTS = 3
WIDTH = 6


class Expert(tf.Module):
    def __init__(self, width, seed):
        initial = tf.random.stateless_normal((width, width), seed=(seed, 0), stddev=0.4)
        self.kernel = tf.Variable(initial, name="kernel")

    def __call__(self, x):
        return tf.nn.gelu(tf.matmul(x, self.kernel))


class MixtureOfExperts(tf.Module):
    """Each row goes through the expert that the gate likes best."""

    def __init__(self, width, experts):
        self.gate = tf.Variable(
            tf.random.stateless_normal((width, experts), seed=(99, 0), stddev=0.4), name="gate"
        )
        self.experts = [Expert(width, seed) for seed in range(experts)]

    def route(self, x):
        scores = tf.nn.softmax(tf.matmul(x, self.gate), axis=-1)
        chosen = tf.argmax(scores, axis=-1)  # TFG301
        return tf.one_hot(chosen, len(self.experts))

    def __call__(self, x):
        weights = self.route(x)
        outputs = tf.stack([expert(x) for expert in self.experts], axis=1)
        return x + tf.einsum("be,bew->bw", weights, outputs)


block = MixtureOfExperts(WIDTH, EXPERTS)
cheap_block = tf.recompute_grad(block)
head = tf.keras.Sequential([tf.keras.Input((WIDTH,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.05)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        prediction = head(cheap_block(x))
        loss = tf.reduce_mean(tf.square(prediction - y))
    variables = [*block.trainable_variables, *head.trainable_variables]
    gradients = tape.gradient(loss, variables)
    for gradient, variable in zip(gradients, variables):
        if gradient is not None:
            variable.assign_sub(0.05 * gradient)
    return loss


rng = np.random.default_rng(0)
x = rng.normal(size=(32, WIDTH)).astype("float32")
y = np.where(x[:, :1] > 0.0, x.sum(axis=1, keepdims=True), -x[:, 1:2]).astype("float32")
for step in range(2):
    loss = train_step(tf.constant(x), tf.constant(y))
    print(f"step {step}: {float(loss):.4f}")
usage = np.bincount(np.argmax(x @ block.gate.numpy(), axis=1), minlength=EXPERTS)
print("rows per expert", usage)
