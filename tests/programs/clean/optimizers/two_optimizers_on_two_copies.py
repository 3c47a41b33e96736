# effect: ok
# beside: TFG812
# one gradient, two optimizers on two copies, to compare them
import tensorflow as tf

w = tf.Variable([1.0, -1.0])
twin = tf.Variable(w.numpy())
adam, sgd = tf.keras.optimizers.Adam(0.01), tf.keras.optimizers.SGD(0.01)
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(w))
    grads = tape.gradient(loss, [w])
    adam.apply_gradients(zip(grads, [w]))
    with tf.GradientTape() as tape:
        twin_loss = tf.reduce_sum(tf.square(twin))
    twin_grads = tape.gradient(twin_loss, [twin])
    sgd.apply_gradients(zip(twin_grads, [twin]))
print(w.numpy(), twin.numpy())
