"""What does 0.8 tell you?."""
