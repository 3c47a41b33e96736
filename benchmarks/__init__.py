"""How fast tflintgrad is, as ratios that hold on any machine."""
