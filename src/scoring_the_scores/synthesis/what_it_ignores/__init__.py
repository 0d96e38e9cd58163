"""A metric is what it ignores."""
