"""One rule for every threshold."""
