"""A run of the linter: which programs to analyse, in how many processes, and what is cached."""
