# effect: ok
# beside: TFG809
# the output without a loss has no weights of its own: features to look at, classes to show
import tensorflow as tf

inputs = tf.keras.Input((3,))
features = tf.keras.layers.Dense(4, activation="relu")(inputs)
logits = tf.keras.layers.Dense(2)(features)
classes = tf.keras.layers.Softmax()(logits)
model = tf.keras.Model(inputs, [logits, features, classes])
cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile("adam", loss=[cross_entropy, None, None])
y = tf.constant([0, 1, 1, 0])
model.fit(tf.ones((4, 3)), [y, y, y], verbose=0)
