# effect: wrong
# truth: [0.215595, -0.87425, 0.658655, -0.57018, -0.205357, 0.775537, -0.50485, -0.87161, 1.37646, 0.763023, 0.673171, -0.0733396, -0.0568984, -0.0209955, 0.0778939]
# normalized scores are no probabilities
import tensorflow as tf

features = tf.keras.Input(shape=(2,))
scores = tf.keras.layers.Dense(3, kernel_initializer="identity")(features)
scores = tf.keras.layers.LayerNormalization()(scores)
network = tf.keras.Model(features, scores)
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        prediction = network(x, training=True)
        loss = tf.reduce_mean(
            tf.keras.losses.categorical_crossentropy(y, prediction)  # TFG513
        )
    gradients = tape.gradient(loss, network.trainable_variables)
    optimizer.apply_gradients(zip(gradients, network.trainable_variables))
    return loss


step(tf.constant([[0.9, 0.3], [0.1, 0.8]]), tf.constant([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]))
