# effect: ok
# tf.recompute_grad around blocks; the top experts are chosen by position and weighted softly
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(24)

EXPERTS, WIDTH, DEPTH = 4, 6, 2


class SparseMixture(tf.Module):
    """The two best experts of each row, mixed with the gate's probabilities."""

    def __init__(self, width, experts, seed, name=None):
        super().__init__(name=name)
        normal = tf.random.stateless_normal
        self.gate = tf.Variable(normal((width, experts), seed=(seed, 0), stddev=0.5))
        self.kernels = tf.Variable(normal((experts, width, width), seed=(seed, 1), stddev=0.4))
        self.load = tf.Variable(tf.zeros(experts), trainable=False)

    def __call__(self, x):
        probabilities = tf.nn.softmax(tf.matmul(x, self.gate), axis=-1)
        best, places = tf.math.top_k(probabilities, k=2)
        weights = best / tf.reduce_sum(best, axis=-1, keepdims=True)
        kernels = tf.gather(self.kernels, places)
        outputs = tf.nn.gelu(tf.einsum("bw,bkwv->bkv", x, kernels))
        return x + tf.einsum("bk,bkv->bv", weights, outputs)

    def routing(self, x):
        chosen = tf.argmax(tf.matmul(x, self.gate), axis=-1)
        return tf.math.bincount(tf.cast(chosen, tf.int32), minlength=EXPERTS)


blocks = [SparseMixture(WIDTH, EXPERTS, seed) for seed in range(DEPTH)]
cheap_blocks = [tf.recompute_grad(block) for block in blocks]
head = tf.keras.Sequential(
    [tf.keras.Input((WIDTH,)), tf.keras.layers.LayerNormalization(), tf.keras.layers.Dense(1)]
)
variables = [variable for block in blocks for variable in block.trainable_variables]
variables += head.trainable_variables


def forward(x):
    for block in cheap_blocks:
        x = block(x)
    return head(x)


@tf.function
def train_step(x, y, rate):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(forward(x) - y))
    gradients = tape.gradient(loss, variables)
    for gradient, variable in zip(gradients, variables):
        variable.assign_sub(rate * gradient)
    return loss


rng = np.random.default_rng(25)
x = rng.normal(size=(32, WIDTH)).astype("float32")
y = np.where(x[:, :1] > 0.0, x.sum(axis=1, keepdims=True), -x[:, 1:2]).astype("float32")
for step in range(2):
    loss = train_step(tf.constant(x), tf.constant(y), tf.constant(0.05))
    print(f"step {step}: {loss.numpy():.4f}")
for number, block in enumerate(blocks):
    counts = block.routing(tf.constant(x)).numpy()
    block.load.assign(counts.astype("float32") / len(x))
    print("block", number, "load", block.load.numpy())
