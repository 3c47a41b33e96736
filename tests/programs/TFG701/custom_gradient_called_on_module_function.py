# effect: error
# raises: TypeError
# not a decorator, and the variable belongs to a module's attribute
import tensorflow as tf


class Gate(tf.Module):
    def __init__(self):
        super().__init__()
        self.slope = tf.Variable(2.0)

    def __call__(self, x):
        def forward(v):
            def backward(dy):  # TFG701
                return dy * self.slope

            return tf.nn.relu(v) * self.slope, backward

        return tf.custom_gradient(forward)(x)


gate = Gate()
x = tf.Variable([1.0, -2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(gate(x))
print(tape.gradient(y, [x, gate.slope]))
