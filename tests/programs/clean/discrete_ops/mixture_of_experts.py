# effect: ok
# Top-1 routing: argmax routes, the gate probability keeps the router trained, load is logged
import tensorflow as tf

tf.keras.utils.set_random_seed(100)
router = tf.keras.layers.Dense(3)
experts = [tf.keras.layers.Dense(4) for _ in range(3)]
x, y = tf.random.normal((8, 2)), tf.random.normal((8, 4))
opt = tf.keras.optimizers.Adam(1e-2)
for _ in range(2):
    with tf.GradientTape() as tape:
        probs = tf.nn.softmax(router(x))
        index = tf.argmax(probs, axis=-1)
        assignment = tf.one_hot(index, 3)
        gate = tf.reduce_sum(probs * assignment, -1, keepdims=True)
        outs = tf.stack([e(x) for e in experts], axis=1)
        chosen = tf.gather(outs, index, batch_dims=1)
        density = tf.reduce_mean(assignment, 0)
        balance = 3.0 * tf.reduce_sum(density * tf.reduce_mean(probs, 0))
        dense_term = 0.01 * tf.reduce_mean(tf.reduce_sum(outs**2, -1))
        loss = tf.reduce_mean((gate * chosen - y) ** 2) + 0.01 * balance + dense_term
        load = [int(n) for n in tf.reduce_sum(assignment, 0)]
    variables = router.trainable_variables + [v for e in experts for v in e.trainable_variables]
    grads = tape.gradient(loss, variables)
    opt.apply_gradients(zip(grads, variables))
    print(load, float(loss))
