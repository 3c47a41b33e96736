"""Settings: the keys of a configuration, where they come from, and what they select."""
