# effect: none
# the parameter groups are made from networks that have seen no data
import tensorflow as tf

encoder = tf.keras.Sequential([tf.keras.layers.Dense(3, activation="tanh")])
decoder = tf.keras.Sequential([tf.keras.layers.Dense(2)])
groups = {
    "slow": encoder.trainable_variables,  # TFG802
    "fast": decoder.trainable_variables,  # TFG802
}
rates = {"slow": 0.01, "fast": 0.1}

for batch in (tf.ones((2, 2)), tf.zeros((2, 2))):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(decoder(encoder(batch)) - batch))
    grads = tape.gradient(loss, groups)
    for name, rate in rates.items():
        for v, g in zip(groups[name], grads[name]):
            v.assign_sub(rate * g)
print(float(loss))
