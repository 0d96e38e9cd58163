"""Where metrics disagree."""
