# effect: ok
# a hard choice three modules deep: argmax and one_hot, with a soft way around them
import tensorflow as tf

from mixer import Mixer


def main():
    mixer = Mixer(experts=3, width=2)
    features = tf.random.stateless_normal((8, 2), seed=(0, 3))
    labels = tf.where(features[:, :1] > 0.0, features[:, 1:], -features[:, 1:])
    optimizer = tf.keras.optimizers.Adam(0.05)
    for step in range(3):
        with tf.GradientTape() as tape:
            outputs, usage = mixer(features, seed=step)
            loss = tf.reduce_mean(tf.square(outputs - labels))
        gradients = tape.gradient(loss, mixer.trainable_variables)
        optimizer.apply_gradients(zip(gradients, mixer.trainable_variables))
        print(step, float(loss), usage)


if __name__ == "__main__":
    main()
