# effect: error
# raises: TypeError
# fit traces the layer: what call leaves on self is a symbol
import tensorflow as tf


class Attention(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.query = self.add_weight(shape=(input_shape[-1], 1))

    def call(self, x):
        scores = tf.nn.softmax(tf.matmul(x, self.query), axis=1)
        self.last_scores = scores  # TFG409
        return tf.reduce_sum(scores * x, axis=1)


attention = Attention()
model = tf.keras.Sequential([tf.keras.Input((3, 2)), attention, tf.keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.ones((2, 3, 2)), tf.ones((2, 1)), verbose=0)
with tf.GradientTape() as tape:
    sharpness = tf.reduce_sum(tf.square(attention.last_scores))
print(tape.gradient(sharpness, attention.trainable_variables))
