"""From paths to text: which files to read, what they say, and what their comments suppress."""
