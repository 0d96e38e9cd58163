"""{title}."""
