"""What must stay true. TensorFlow is the judge: see tests/judge."""
