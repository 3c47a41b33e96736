# effect: ok
# the block runs unread code that keeps the loss; a getter returns it later
import tensorflow as tf

Runner = eval(
    "type('Runner', (), {'run': lambda self: setattr(self, 'kept', tf.reduce_sum(self.w**2)),"
    " 'result': lambda self: self.kept, 'w': tf.Variable([1.0, 2.0])})"
)


def gradients(runner, variables):
    with tf.GradientTape() as tape:
        runner.run()
    loss = runner.result()
    return tape.gradient(loss, variables)


made = Runner()
print(gradients(made, [made.w]))
