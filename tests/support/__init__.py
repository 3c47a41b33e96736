"""Code that several tests share: runners, readers of labelled programs, fakes."""
