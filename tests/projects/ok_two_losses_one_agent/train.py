# effect: ok
# two losses in turn, each with its variable and its tape; the base class applies what they give
import tensorflow as tf

from agents.careful import CarefulAgent

critic = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
agent = CarefulAgent(critic)
for _ in range(2):
    losses = agent.train(tf.constant([[1.0, 0.5], [0.2, -0.4]]))
print(losses)
