# effect: ok
# beside: TFG115
# both sides of the zip are reversed, and a subset is paired with its own subset
import tensorflow as tf

ws = [tf.Variable([1.0, 2.0]), tf.Variable([0.5, 0.5]), tf.Variable([3.0, -1.0])]
opt = tf.keras.optimizers.SGD(0.01)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(ws[0] * ws[1] + ws[2] ** 2)
    grads = tape.gradient(loss, ws)
    opt.apply_gradients(zip(reversed(grads), reversed(ws)))
    opt.apply_gradients(zip(grads[1:], ws[1:]))
