# effect: wrong
# truth: [0.65, -0.6, 1.3, -1.2, 0.65, -1.2]
# the next value comes from the trained network, inside the tape
import tensorflow as tf


class Agent:
    def __init__(self):
        ones = tf.keras.initializers.Ones()
        head = tf.keras.layers.Dense(2, kernel_initializer=ones)
        self.model = tf.keras.Sequential([tf.keras.Input((2,)), head])
        self.gamma = 0.9

    def gradients(self, states, actions, rewards, next_states):
        with tf.GradientTape() as tape:
            chosen = tf.reduce_sum(self.model(states) * tf.one_hot(actions, 2), axis=1)
            best = tf.reduce_max(self.model(next_states), axis=1)
            targets = rewards + self.gamma * best  # TFG526
            loss = tf.reduce_mean(tf.square(targets - chosen))
        return tape.gradient(loss, self.model.trainable_variables)


batch = tf.constant([[1.0, 2.0], [0.5, 1.0]])
print(Agent().gradients(batch, tf.constant([0, 1]), tf.constant([1.0, 0.0]), batch[::-1]))
