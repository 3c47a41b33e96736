"""Keras: how its objects are made and called, and the queries that it makes itself."""
