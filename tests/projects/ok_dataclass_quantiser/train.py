# effect: ok
# a dataclass carries a quantiser that rounds, and lets the gradient pass around the rounding
import tensorflow as tf

from codec import Codec, CodecConfig
from quantisers import straight_through, uniform_noise


def main():
    signals = tf.random.stateless_normal((10, 6), seed=(1, 9))
    codec = Codec(CodecConfig(width=6, code=3, quantiser=straight_through, levels=8))
    optimizer = tf.keras.optimizers.Adam(0.01)
    for step in range(3):
        with tf.GradientTape() as tape:
            restored, codes = codec(signals)
            loss = tf.reduce_mean(tf.square(restored - signals))
        gradients = tape.gradient(loss, codec.trainable_variables)
        optimizer.apply_gradients(zip(gradients, codec.trainable_variables))
        print(step, float(loss), codec.config.bits_used(codes))
    other = Codec(CodecConfig(width=6, code=3, quantiser=uniform_noise))
    with tf.GradientTape() as tape:
        restored, _ = other(signals)
        loss = tf.reduce_mean(tf.abs(restored - signals))
    print(tape.gradient(loss, other.trainable_variables))


if __name__ == "__main__":
    main()
