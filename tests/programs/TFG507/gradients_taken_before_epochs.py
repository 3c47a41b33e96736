# effect: wrong
# truth: [0.249912]
# the call that computes the gradients slipped out of the loop over epochs
import tensorflow as tf

start = tf.keras.initializers.Constant(2.0)
layer = tf.keras.layers.Dense(1, "tanh", use_bias=False, kernel_initializer=start)
opt = tf.keras.optimizers.SGD(0.5)
x, y = tf.constant([[1.0]]), tf.constant([[0.0]])


def gradients():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(layer(x) - y))
    return tape.gradient(loss, layer.trainable_variables)


grads = gradients()
for epoch in range(4):
    opt.apply_gradients(zip(grads, layer.trainable_variables))  # TFG507
    print("epoch", epoch)
gradients()
