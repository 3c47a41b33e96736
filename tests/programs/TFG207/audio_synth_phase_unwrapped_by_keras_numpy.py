# effect: none
# the envelope is converted to NumPy for a filter written long ago
import keras
import tensorflow as tf


class Envelope:
    def __init__(self, n, attack=2.0, decay=0.5):
        self.time = tf.linspace(0.0, 1.0, n)
        self.attack = tf.Variable(attack)
        self.decay = tf.Variable(decay)

    def curve(self):
        rise = 1.0 - tf.exp(-self.attack * self.time)
        fall = tf.exp(-self.decay * self.time)
        return rise * fall


class MovingAverage:
    def __init__(self, width):
        self.width = width

    def apply(self, signal):
        signal = keras.ops.convert_to_numpy(signal)  # TFG207
        out = []
        for i in range(len(signal) - self.width + 1):
            out.append(signal[i : i + self.width].mean())
        return out


class Synth:
    def __init__(self, n):
        self.n = n
        self.envelope = Envelope(n)
        self.smoother = MovingAverage(3)
        self.gain = tf.Variable(0.8)

    @property
    def parameters(self):
        return [self.envelope.attack, self.envelope.decay, self.gain]

    def render(self):
        smooth = tf.stack(self.smoother.apply(self.envelope.curve()))
        tone = tf.sin(20.0 * self.envelope.time[: len(smooth)])
        return self.gain * smooth * tone


def match(synth, reference):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(synth.render() - reference))
    return dict(zip(["attack", "decay", "gain"], tape.gradient(loss, synth.parameters)))


print(match(Synth(8), tf.zeros([6])))
