# effect: error
# raises: AttributeError
# minimize gets a tensor, there is no tape for it (and Keras 3 has no minimize at all)
import tensorflow as tf

w = tf.Variable(1.0)
opt = tf.keras.optimizers.SGD(learning_rate=0.1)
for _ in range(3):
    loss = (w - 3.0) ** 2
    opt.minimize(loss, [w])  # TFG110
print(w.numpy())
