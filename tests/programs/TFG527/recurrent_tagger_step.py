# effect: wrong
# truth: [0.382579, 0.382579, 0.382579, 0.61651, 0.61651, 0.61651, 0.81015, 0.81015, 0.81015, 0.81015, 0.81015, 0.81015, 0.81015, 0.81015, 0.81015, 5.38041, 5.38041, 5.38041, 274.946, 274.946, 274.946, 275.297]
# a traced step clips for a recurrent network, and applies what it had before
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((4, 2)),
        tf.keras.layers.SimpleRNN(3, kernel_initializer="ones", recurrent_initializer="ones"),
        tf.keras.layers.Dense(1, kernel_initializer="ones"),
    ]
)
optimizer = tf.keras.optimizers.SGD(0.01)


@tf.function
def step(series, wanted):
    with tf.GradientTape() as tape:
        loss = 50.0 * tf.reduce_mean(tf.square(model(series, training=True) - wanted))
    grads = tape.gradient(loss, model.trainable_variables)
    clipped_grads, norm = tf.clip_by_global_norm(grads, 0.5)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))  # TFG527
    return loss, norm


series = tf.reshape(tf.linspace(0.0, 1.0, 24), (3, 4, 2))
wanted = tf.constant([[0.1], [0.4], [0.2]])
for _ in range(2):
    print(step(series, wanted))
