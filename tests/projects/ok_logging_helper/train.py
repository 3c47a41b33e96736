# effect: ok
# a package for logs takes numbers out of everything, inside the tape as well
import tensorflow as tf

from runlog import History, describe, log_scalars


def make_batches():
    features = tf.random.stateless_normal((24, 3), seed=(1, 2))
    labels = tf.reduce_sum(features * [1.0, -2.0, 0.5], axis=1, keepdims=True)
    return tf.data.Dataset.from_tensor_slices((features, labels)).batch(8)


def main():
    network = tf.keras.Sequential(
        [tf.keras.Input((3,)), tf.keras.layers.Dense(4, "tanh"), tf.keras.layers.Dense(1)]
    )
    optimizer = tf.keras.optimizers.SGD(0.05)
    history = History()
    for features, labels in make_batches():
        with tf.GradientTape() as tape:
            outputs = network(features)
            describe("outputs", outputs)
            loss = tf.reduce_mean(tf.square(outputs - labels))
            history.add(loss=loss, largest=tf.reduce_max(tf.abs(outputs)))
        gradients = tape.gradient(loss, network.trainable_variables)
        log_scalars({"norm": tf.linalg.global_norm(gradients), "loss": loss})
        optimizer.apply_gradients(zip(gradients, network.trainable_variables))
    print(history.summary())


if __name__ == "__main__":
    main()
