"""Configuration: its keys and value types, its files, and the settings they result in."""
