# effect: ok
# np comes from a backend module, and is TensorFlow's own
import tensorflow as tf

from backend import np, set_precision
from kernels import heat_kernel, total_variation

set_precision("float32")


def main():
    signal = tf.Variable(np.sin(np.linspace(0.0, 3.0, 12)))
    times = tf.Variable([0.3, 0.6])
    measured = np.cos(np.linspace(0.0, 2.0, 12))
    for step in range(2):
        with tf.GradientTape() as tape:
            blurred = [heat_kernel(signal, times[index]) for index in range(2)]
            loss = np.mean(np.square(np.stack(blurred) - measured))
            loss += 0.01 * total_variation(signal)
        gradients = tape.gradient(loss, [signal, times])
        signal.assign_sub(0.5 * gradients[0])
        times.assign_sub(0.1 * gradients[1])
        print(step, float(loss))


if __name__ == "__main__":
    main()
