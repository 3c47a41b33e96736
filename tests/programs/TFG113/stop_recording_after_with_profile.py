# effect: error
# raises: ValueError
# the profiler pauses the tape, but it is no longer recording
import tensorflow as tf


class Profiled:
    def __init__(self):
        self.w = tf.Variable(2.0)

    def pause(self, tape):
        with tape.stop_recording():  # TFG113
            return tf.reduce_sum(self.w).numpy()

    def step(self):
        with tf.GradientTape(persistent=True) as tape:
            loss = self.w**2
        size = self.pause(tape)
        return size, tape.gradient(loss, self.w)


print(Profiled().step())
