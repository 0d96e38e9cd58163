"""LxCIM is an expected loss."""
