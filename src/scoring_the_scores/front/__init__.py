"""Code of the front page: nine findings, a picture, and the table of contents with times."""
