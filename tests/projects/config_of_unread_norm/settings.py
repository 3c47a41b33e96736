import json


def read(path):
    with open(path) as file:
        return json.load(file)
