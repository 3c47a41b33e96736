# effect: ok
# Actor-critic of the Keras site: lists of scalars, returns in NumPy, advantage detached by float
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(7)
inputs = tf.keras.Input((4,))
common = tf.keras.layers.Dense(16, activation="relu")(inputs)
action = tf.keras.layers.Dense(2, activation="softmax")(common)
critic = tf.keras.layers.Dense(1)(common)
model = tf.keras.Model(inputs, [action, critic])
optimizer = tf.keras.optimizers.Adam(0.01)
huber = tf.keras.losses.Huber()
eps = np.finfo(np.float32).eps.item()
rng = np.random.default_rng(0)

running_reward = 0
for episode in range(2):
    state = rng.normal(size=4).astype("float32")
    action_probs_history, critic_value_history, rewards_history = [], [], []
    episode_reward = 0
    with tf.GradientTape() as tape:
        for t in range(5):
            probs, value = model(tf.expand_dims(tf.convert_to_tensor(state), 0))
            critic_value_history.append(value[0, 0])
            a = np.random.choice(2, p=np.squeeze(probs) / np.sum(np.squeeze(probs)))
            action_probs_history.append(tf.math.log(probs[0, a] + 1e-7))
            state, reward = rng.normal(size=4).astype("float32"), float(rng.normal())
            rewards_history.append(reward)
            episode_reward += reward
        running_reward = 0.05 * episode_reward + 0.95 * running_reward
        returns, discounted = [], 0
        for r in rewards_history[::-1]:
            discounted = r + 0.99 * discounted
            returns.insert(0, discounted)
        returns = np.array(returns)
        returns = (returns - np.mean(returns)) / (np.std(returns) + eps)
        returns = returns.tolist()
        actor_losses, critic_losses = [], []
        for log_prob, value, ret in zip(action_probs_history, critic_value_history, returns):
            diff = ret - float(value)
            actor_losses.append(-log_prob * diff)
            critic_losses.append(huber(tf.expand_dims(value, 0), tf.expand_dims(ret, 0)))
        loss_value = sum(actor_losses) + sum(critic_losses)
    grads = tape.gradient(loss_value, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    print(episode, running_reward, float(loss_value))
