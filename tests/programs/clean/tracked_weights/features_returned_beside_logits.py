# effect: ok
# beside: TFG805, TFG809
# the second output has no weights of its own
import tensorflow as tf

inp = tf.keras.Input((6,))
h = tf.keras.layers.Dense(8, activation="relu")(inp)
out = tf.keras.layers.Dense(2)(h)
model = tf.keras.Model(inp, [out, h])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
opt = tf.keras.optimizers.SGD(0.1)
x = tf.random.normal((8, 6))
y = tf.constant([0, 1] * 4)
for _ in range(2):
    with tf.GradientTape() as tape:
        logits, feats = model(x, training=True)
        loss = loss_fn(y, logits)
    opt.apply_gradients(
        zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
    )
