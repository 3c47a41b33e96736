# effect: ok
# The other module turns eager execution off and holds the session; this one does not name either.
from agent import make_critic

critic, state = make_critic()
print(critic.slope_at(state))
