TRAINED = "log_loss"
REPORTED = ("accuracy", "recall", "rank_error")
STEPS = 2
