# effect: ok
# beside: TFG114
# `__enter__` starts the tape before `silent` pauses it
import contextlib

import tensorflow as tf


class Session:
    def __init__(self):
        self.tape = tf.GradientTape(persistent=True)

    def __enter__(self):
        self.tape.__enter__()
        return self

    def __exit__(self, *problem):
        return self.tape.__exit__(*problem)

    @contextlib.contextmanager
    def silent(self):
        with self.tape.stop_recording():
            yield

    def forget(self):
        self.tape.reset()


def fit_scale(scale, x):
    with Session() as session:
        with session.silent():
            goal = tf.reduce_mean(x) * 2.0
        loss = (tf.reduce_mean(scale * x) - goal) ** 2
    return session.tape.gradient(loss, scale)


print(fit_scale(tf.Variable(0.5), tf.constant([1.0, 2.0, 4.0])))
