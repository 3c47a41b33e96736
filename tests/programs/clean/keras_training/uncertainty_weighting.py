# effect: ok
# Learnt loss weights by log variances, in a dict comprehension over tasks
import tensorflow as tf

tf.keras.utils.set_random_seed(101)
TASKS = ("depth", "normal", "seg")
body = tf.keras.layers.Dense(6, activation="relu")
heads = {t: tf.keras.layers.Dense(1, name=t) for t in TASKS}
log_vars = {t: tf.Variable(0.0, name=f"logvar_{t}") for t in TASKS}
x = tf.random.normal((5, 3))
targets = {t: tf.random.normal((5, 1)) for t in TASKS}
opt = tf.keras.optimizers.Adam(1e-2)
history = {t: [] for t in TASKS}
for step in range(2):
    with tf.GradientTape() as tape:
        h = body(x)
        losses = {t: tf.reduce_mean((heads[t](h) - targets[t]) ** 2) for t in TASKS}
        total = tf.add_n([tf.exp(-log_vars[t]) * losses[t] + log_vars[t] for t in TASKS])
        for t in TASKS:
            history[t].append(losses[t].numpy().item())
    variables = body.trainable_variables + list(log_vars.values())
    for t in TASKS:
        variables += heads[t].trainable_variables
    grads = tape.gradient(total, variables)
    opt.apply_gradients(zip(grads, variables))
print({t: (history[t][-1], float(log_vars[t])) for t in TASKS})
