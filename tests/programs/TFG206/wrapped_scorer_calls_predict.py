# effect: none
# the outer model wraps a pretrained scorer and calls its predict
import tensorflow as tf

scorer = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])


class Prompt(tf.keras.layers.Layer):
    def __init__(self, frozen):
        super().__init__()
        self.frozen = frozen
        self.soft = self.add_weight(shape=(1, 3), initializer="ones", name="soft")

    def call(self, x):
        return self.frozen.predict(x + self.soft, verbose=0)  # TFG206


prompt = Prompt(scorer)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(prompt(tf.zeros((2, 3)))))
print(tape.gradient(loss, [prompt.soft]))
