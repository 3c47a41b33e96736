"""What tflintgrad finds in public repositories, compared with a list that people have reviewed."""
