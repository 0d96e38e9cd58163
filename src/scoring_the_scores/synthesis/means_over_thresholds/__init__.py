"""Every metric is a mean over thresholds."""
