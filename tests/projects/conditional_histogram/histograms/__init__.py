import config

if config.FAST:
    from histograms.whole import counts
else:
    from histograms.smooth import counts

__all__ = ["counts"]
