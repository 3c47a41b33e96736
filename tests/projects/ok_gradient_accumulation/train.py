# effect: ok
# a loop in a base class, and an optimizer wrapper that collects gradients before it steps
import tensorflow as tf

from optim import Accumulating
from tasks import Denoising


def main():
    network = tf.keras.Sequential(
        [tf.keras.Input((4,)), tf.keras.layers.Dense(3, "tanh"), tf.keras.layers.Dense(4)]
    )
    optimizer = Accumulating(tf.keras.optimizers.SGD(0.1), every=2, clip=1.0)
    task = Denoising(network, optimizer, noise=0.2)
    batches = tf.data.Dataset.from_tensor_slices(
        tf.random.stateless_normal((16, 4), seed=(6, 1))
    ).batch(4)
    task.train(batches)
    print(task.losses, optimizer.norms)


if __name__ == "__main__":
    main()
