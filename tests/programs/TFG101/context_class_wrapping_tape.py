# effect: none
# an own context manager records only until its __exit__, the loss comes later
import tensorflow as tf


class Recorder:
    def __enter__(self):
        self.tape = tf.GradientTape()
        self.tape.__enter__()
        return self

    def __exit__(self, *exc):
        self.tape.__exit__(*exc)
        return False

    def grad(self, loss, v):
        return self.tape.gradient(loss, v)


w = tf.Variable([1.0, 2.0])
with Recorder() as rec:
    h = tf.tanh(w)
loss = tf.reduce_sum(h**2)  # TFG101
print(rec.grad(loss, w))
