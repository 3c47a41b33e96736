# effect: ok
# python -m dqn.train: argmax, predict, one_hot and stop_gradient, all where they belong
import numpy as np

from .agents import DoubleDQN
from .agents.targets import synchronise


def walk(state, action):
    """A corridor; the right end pays."""
    following = np.clip(state + (0.25 if action == 1 else -0.25), -1.0, 1.0)
    done = bool(following[0] >= 1.0)
    return following, float(done), done


def main():
    generator = np.random.default_rng(1)
    agent = DoubleDQN(states=1, actions=2)
    for episode in range(2):
        state, done = np.zeros(1), False
        for _ in range(6):
            action = agent.act(state, 0.8, generator)
            following, reward, done = walk(state, action)
            agent.replay.add(state, action, reward, following, done)
            state = following
            if done:
                break
        print(episode, agent.learn(batch_size=4))
        synchronise(agent.online, agent.frozen)


if __name__ == "__main__":
    main()
