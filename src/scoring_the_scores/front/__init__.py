"""Code of the front page: twenty cases to touch, and nine findings."""
