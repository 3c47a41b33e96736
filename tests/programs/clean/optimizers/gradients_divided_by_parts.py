# effect: ok
# beside: TFG519
# a true division, and a factor of zero for one of two parts
import tensorflow as tf

PARTS = 4
share = 1 / PARTS
off = 0.0
weights = tf.Variable([1.0, 2.0])
optimizer = tf.keras.optimizers.SGD(0.1)
for step in range(2):
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.reduce_sum(tf.square(weights))
        penalty = tf.reduce_sum(tf.abs(weights))
    main = tape.gradient(loss, weights)
    extra = tape.gradient(penalty, weights)
    optimizer.apply_gradients([(share * main + off * extra, weights)])
print(weights)
