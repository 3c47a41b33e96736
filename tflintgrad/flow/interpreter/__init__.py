"""The abstract interpreter: how Python runs on the values of `domain/`."""
