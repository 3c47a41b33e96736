CONFIG = {
    "inputs": 4,
    "width": 2,
    "loss": "uniformity",
    "rate": 0.1,
    "steps": 2,
}
