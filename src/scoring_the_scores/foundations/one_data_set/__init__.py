"""One data set through five papers."""
