# effect: ok
# A copied model for evaluation, weights pulled over before each evaluation
import copy

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(36)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
eval_model = copy.deepcopy(model)
best_weights = copy.deepcopy(model.get_weights())
opt = tf.keras.optimizers.Adam(1e-2)
x, y = tf.random.normal((12, 3)), tf.random.normal((12, 1))
xv, yv = tf.random.normal((4, 3)), tf.random.normal((4, 1))
best, patience = np.inf, 2
for epoch in range(4):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    opt.apply_gradients(
        zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
    )
    eval_model.set_weights(model.get_weights())
    val = float(np.mean((eval_model.predict(xv, verbose=0) - yv.numpy()) ** 2))
    if val < best:
        best, patience = val, 2
        best_weights = copy.deepcopy(model.get_weights())
    else:
        patience -= 1
        if patience == 0:
            break
model.set_weights(best_weights)
print(best)
